// The protocol. The types are generated from the server's types (src/lib/api/generated.ts); this file adds
// what they leave open and what the page derives from them. A protocol change only has to touch this file.

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
/** The page always sends the filled slots. */
export type Filled = api.Filled & { slots: Record<string, string> };
export type Heard = api.Heard;
export type DiceTold = Omit<Extract<Heard, { kind: 'dice' }>, 'kind'>;

/** A cell of the map; a zone has no `y`. */
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
  /** Without `exact` it is an approximation, because dice can explode without limit. */
  expected?: { exact?: string; decimal: number };
}

export interface OddsGroup {
  choices?: { who: api.Who; kind: string; key: string; of: number; name: string }[];
  whole: Chance;
  marginals: Marginal[];
}

/** A reaction that an action would offer to someone. */
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

/** Who sees an action: everyone; the GM and the acting player; only the GM; only the acting player. */
export const secrecies: readonly api.Secrecy[] = ['public', 'gm', 'blind', 'own'];

/** The odds of the pending action for each option of a question. */
export interface OptionOdds {
  key: string;
  odds: Odds;
}

type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never;

/** A request to the server, without its id. */
export type Request = WithoutId<api.ClientMessage>;

/** The server treats odds as untyped data; the page knows their structure. */
type WithOdds<T> = T extends { kind: 'odds' }
  ? Omit<T, 'odds'> & { odds: Odds }
  : T extends { kind: 'option_odds' }
    ? Omit<T, 'options'> & { options: OptionOdds[] }
    : T;

export type ServerMessage = WithOdds<api.ServerMessage>;

/** Parses a server message; null if it is not one. A newer server may send more than this page knows. */
export function read(text: string): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === 'object' && message !== null && 'kind' in message) return message as ServerMessage;
  } catch {
    // Not valid JSON.
  }
  return null;
}

/** A short key for a `Who`, to compare and store. */
export function whoKey(who: api.Who): string {
  if (who === 'gm') return 'gm';
  return 'actor' in who ? `actor:${who.actor}` : `side:${who.side}`;
}
