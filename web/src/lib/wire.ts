// What goes over the wire, as the server defines it (crates/server/src/wire, docs/protocol.md). The only file that a
// change of the protocol has to touch.

export const VERSION = 1;

export type ActorId = number;
export type SideId = number;
export type RuleId = string;
export type Who = 'gm' | { actor: ActorId } | { side: SideId };
export type Role = 'gm' | 'player' | 'spectator';
export type TableState = 'open' | 'paused' | 'ended';
export type Standing = 'ask' | 'never' | { always: string };
export type Again = 'same' | 'new';

export interface Cell {
  x: number;
  y: number;
}

export interface Place {
  cell: Cell;
  z: number;
}

export interface Track {
  name: string;
  now: number;
  max: number;
}

export interface ConditionView {
  name: string;
  effect: string;
  ends: string;
  rule: RuleId;
}

export interface Section {
  title: string;
  lines: [string, string][];
}

export interface ActorView {
  id: ActorId;
  key: string;
  name: string;
  side: SideId;
  place: Place | null;
  facing: number | null;
  stance: string;
  health: string;
  active: boolean;
  tracks: Track[];
  conditions: ConditionView[];
  sheet: Section[];
}

export interface ObjectView {
  key: string;
  name: string;
  place: Place | null;
  state: string;
  gives: string[];
}

export interface MapView {
  grid: string;
  width: number;
  height: number;
  cell: number;
  unit: string;
  zones: string[];
}

export interface SideView {
  side: SideId;
  name: string;
  acting: boolean;
}

export interface View {
  book: string;
  clock: { mode: string; turn: string; round: number; elapsed: number; acting: ActorId[] };
  sides: SideView[];
  actors: ActorView[];
  objects: ObjectView[];
  map: MapView | null;
  over: string | null;
}

export interface Refusal {
  code: string;
  rule?: RuleId;
  why: string;
  allowed?: string[];
}

export interface Offer {
  verb: string;
  actor: ActorId | null;
  label: string;
  group: string;
  cost: string;
  rule: RuleId;
  refused?: Refusal;
  warning?: string;
}

export interface Choice {
  key: string;
  label: string;
  note?: string;
  actor?: ActorId;
}

export interface CellChoice {
  cell: Cell;
  key: string;
  cost: number;
  note?: string;
}

export type Domain =
  | { kind: 'one'; of: Choice[] }
  | { kind: 'several'; of: Choice[]; least: number; most: number }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'cell'; of: CellChoice[] }
  | { kind: 'text'; longest: number };

export interface Slot {
  name: string;
  label: string;
  domain: Domain;
  default?: string;
}

export interface Filled {
  verb: string;
  actor?: ActorId | null;
  slots: Record<string, string>;
}

export interface Prompt {
  kind: string;
  text: string;
  rule: RuleId;
  options: Choice[];
  decline: number | null;
}

export type Question =
  | { kind: 'answer'; ask: number; who: Who; prompt: Prompt }
  | { kind: 'dice'; ask: number; who: Who; name: string; roll: string };

export interface StandingAnswer {
  who: Who;
  question: string;
  answer: Standing;
}

export interface Factor {
  amount: string;
  why: string;
  rule: RuleId;
}

export interface Line {
  text: string;
  depth: number;
  heading: boolean;
  rules: RuleId[];
  factors: Factor[];
  actor: ActorId | null;
}

export interface Fallen {
  die: number;
  face: number;
  worth: number;
  kept: boolean;
  rerolled?: boolean;
  exploded?: boolean;
  brought?: boolean;
  success?: boolean;
}

export interface DiceTold {
  who: Who;
  name: string;
  roll: string;
  shown: { total: number; dice: Fallen[] };
  typed: boolean;
}

export type Heard = ({ kind: 'dice' } & DiceTold) | ({ kind: 'line' } & Line);

export interface LogEntry {
  line: number;
  undone: boolean;
  told: Heard[];
}

export interface TableInfo {
  code: string;
  name: string;
  book: string;
  created: number;
  state: TableState;
  commitment: string;
  seed?: string;
}

export interface SeatInfo {
  id: number;
  name: string;
  role: Role;
  actors: ActorId[];
  revoked?: boolean;
}

export interface SeatKey {
  seat: SeatInfo;
  key: string;
  link: string;
}

export interface Card {
  id: ActorId;
  key: string;
  name: string;
  side: SideId;
}

export interface MadeTable {
  table: TableInfo;
  actors: Card[];
  seats: SeatKey[];
}

export interface Situation {
  line: number;
  head: number;
  view?: View;
  offers?: Offer[];
  questions?: Question[];
  waits_for?: string[];
  standing?: StandingAnswer[];
  typed?: Who[];
}

export interface Chance {
  exact: string;
  decimal: number;
}

export interface Marginal {
  measure: string;
  who: ActorId | null;
  name: string | null;
  values: { value: number | null; word: string; chance: Chance }[];
  expected?: Chance;
}

export interface OddsGroup {
  choices?: { who: Who; kind: string; key: string; of: number; name: string }[];
  whole: Chance;
  marginals: Marginal[];
}

export interface Odds {
  groups: OddsGroup[];
  error: Chance;
}

/** The odds of the action under way, once for each option of a question. */
export interface OptionOdds {
  key: string;
  odds: Odds;
}

export type Reacting = 'best' | 'never' | 'always' | 'all';

export type Put =
  | { kind: 'take'; filled: Filled }
  | { kind: 'answer'; ask: number; option: number }
  | { kind: 'dice'; ask: number; faces: number[] }
  | { kind: 'abandon' }
  | { kind: 'undo'; dice: Again }
  | { kind: 'redo' }
  | { kind: 'goto'; line: number; dice: Again }
  | { kind: 'standing'; who: Who; question: string; answer: Standing }
  | { kind: 'typed'; who: Who; typed: boolean };

export interface Problem {
  code: string;
  rule?: RuleId;
  message: string;
  allowed?: string[];
  mistakes?: { file: string; line: number; column: number; message: string }[];
}

/** What is asked of the server, without the name of the request. */
export type Request =
  | { kind: 'put'; put: Put }
  | { kind: 'bot'; policy: string }
  | { kind: 'slots'; filled: Filled }
  | { kind: 'odds'; filled: Filled; reactions?: Reacting; answers?: string[] }
  | { kind: 'option_odds'; ask: number }
  | { kind: 'point'; x: number; y: number }
  | { kind: 'ping' };

export type ServerMessage =
  | { kind: 'welcome'; version: number; table: TableInfo; seat: SeatInfo; line: number }
  | { kind: 'log'; entries: LogEntry[]; undone: number[]; reset: boolean }
  | { kind: 'told'; line: number; told: Heard[] }
  | { kind: 'undone'; lines: number[] }
  | ({ kind: 'situation' } & Situation)
  | { kind: 'table'; table: TableInfo }
  | { kind: 'present'; seats: number[] }
  | { kind: 'pointed'; seat: number; x: number; y: number }
  | { kind: 'ack'; id: string; line: number; repeated?: boolean }
  | { kind: 'slots'; id: string; slots: Slot[] }
  | { kind: 'odds'; id: string; odds: Odds }
  | { kind: 'option_odds'; id: string; options: OptionOdds[] }
  | { kind: 'pong'; id: string }
  | ({ kind: 'error'; id?: string } & Problem)
  | { kind: 'closing'; code: string; message: string };

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
export function whoKey(who: Who): string {
  if (who === 'gm') return 'gm';
  return 'actor' in who ? `actor:${who.actor}` : `side:${who.side}`;
}
