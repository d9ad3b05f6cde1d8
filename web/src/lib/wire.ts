// What goes over the wire. The types are generated from the server's own (src/lib/api/generated.ts); here is only what
// they leave open, and what the page makes of them. The only file that a change of the protocol has to touch.

import type * as api from './api/generated';

export const VERSION = 1;

export type {
  ActorId,
  ActorView,
  Again,
  BookInfo,
  Card,
  CellChoice,
  Choice,
  ConditionView,
  DiceOdds,
  Domain,
  Drawn,
  Explored,
  Factor,
  Fallen,
  Invite,
  Invited,
  JobInfo,
  Joined,
  Line,
  LogEntry,
  MadeTable,
  MapView,
  Mistake,
  ObjectView,
  Offer,
  Origin,
  Place,
  Playing,
  Problem,
  Prompt,
  Put,
  Question,
  Reacting,
  Refusal,
  Role,
  RuleId,
  SceneInfo,
  ScenePreview,
  SeatInfo,
  SeatKey,
  Secrecy,
  Section,
  ShownCase,
  SideView,
  Situation,
  Slot,
  Standing,
  StandingAnswer,
  TableInfo,
  TimeUp,
  Timer,
  Track,
  View,
  Who,
  Work,
} from './api/generated';

export type SideId = api.Side;
/** The page always says which slots are filled. */
export type Filled = api.Filled & { slots: Record<string, string> };
export type Heard = api.Heard;
export type DiceTold = Omit<Extract<Heard, { kind: 'dice' }>, 'kind'>;

/** One cell of the ground; a zone has no `y`. */
export type Cell = api.Cell;

export interface Chance {
  exact: string;
  decimal: number;
}

export interface Marginal {
  measure: string;
  who: api.ActorId | null;
  name: string | null;
  values: { value: number | null; word: string; chance: Chance }[];
  /** Without `exact` it is off by a little: dice explode without end. */
  expected?: { exact?: string; decimal: number };
}

export interface OddsGroup {
  choices?: { who: api.Who; kind: string; key: string; of: number; name: string }[];
  whole: Chance;
  marginals: Marginal[];
}

/** A reaction that an action would offer to somebody. */
export interface Provoked {
  who: api.Who;
  name: string;
  kind: string;
  text?: string;
  rule: api.RuleId;
}

export interface Odds {
  groups: OddsGroup[];
  error: Chance;
  provokes?: Provoked[];
}

/** Who learns of an action: everybody; the GM and who plays the actor; the GM alone; whoever does it alone. */
export const secrecies: readonly api.Secrecy[] = ['public', 'gm', 'blind', 'own'];

/** The odds of the action under way, once for each option of a question. */
export interface OptionOdds {
  key: string;
  odds: Odds;
}

type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never;

/** What is asked of the server, without the name of the request. */
export type Request = WithoutId<api.ClientMessage>;

/** The odds are plain data to the server; the page knows what is in them. */
type WithOdds<T> = T extends { kind: 'odds' }
  ? Omit<T, 'odds'> & { odds: Odds }
  : T extends { kind: 'option_odds' }
    ? Omit<T, 'options'> & { options: OptionOdds[] }
    : T;

export type ServerMessage = WithOdds<api.ServerMessage>;

/** A message of the server, or nothing if it is not one: a newer server may say more than this page knows. */
export function read(text: string): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === 'object' && message !== null && 'kind' in message) return message as ServerMessage;
  } catch {
    // Not ours to mend.
  }
  return null;
}

/** A short name for somebody, to compare and to keep. */
export function whoKey(who: api.Who): string {
  if (who === 'gm') return 'gm';
  return 'actor' in who ? `actor:${who.actor}` : `side:${who.side}`;
}
