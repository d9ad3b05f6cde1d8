// All requests over plain HTTP.

import { Refused } from './connection';
import type {
  BookInfo,
  DiceOdds,
  Explored,
  Filled,
  Invited,
  JobInfo,
  Joined,
  LogEntry,
  MadeTable,
  Origin,
  Problem,
  Role,
  RuleId,
  ScenePreview,
  SeatInfo,
  SeatKey,
  ShownCase,
  TableInfo,
  Timer,
  View,
  Work,
} from './wire';

export interface RuleEntry {
  id: RuleId;
  section: string;
  line: number;
  kind: 'rule' | 'ruling' | 'decision' | 'example' | 'probability' | 'narrative';
  mentions: RuleId[];
  [more: string]: unknown;
}

export interface LedgerInfo {
  title: string;
  about: string;
  entries: RuleEntry[];
}

export interface SideReport {
  name: string;
  policy: string;
  wins: number;
  rate: number;
  low: number;
  high: number;
}

export interface Report {
  runs: number;
  played: number;
  seed: number;
  sides: SideReport[];
  drawn: number;
  undecided: number;
  rounds_mean: number;
  rounds_least: number;
  rounds_most: number;
  acts_mean: number;
}

async function call<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key) headers['authorization'] = `Bearer ${key}`;
  const request: RequestInit = { method, headers };
  if (body !== undefined) request.body = JSON.stringify(body);
  const response = await fetch(`/api/v1${path}`, request);
  const text = await response.text();
  if (!response.ok) throw new Refused(problemOf(text, response.status));
  // A journal is JSON Lines, which is not JSON as a whole.
  const isJson = /^application\/([\w.-]+\+)?json\b/.test(response.headers.get('content-type') ?? '');
  return (isJson ? JSON.parse(text) : text) as T;
}

function problemOf(text: string, status: number): Problem {
  try {
    const problem: unknown = JSON.parse(text);
    if (typeof problem === 'object' && problem !== null && 'message' in problem) return problem as Problem;
  } catch {
    // Not a response of this server; use the status.
  }
  return { code: `http-${status}`, message: text.slice(0, 200) || `the server answered ${status}` };
}

const table = (code: string): string => `/tables/${encodeURIComponent(code)}`;

export const api = {
  books: () => call<BookInfo[]>('GET', '/books'),
  scene: (name: string) => call<ScenePreview>('GET', `/scenes/${encodeURIComponent(name)}`),
  rules: (book: string) => call<LedgerInfo>('GET', `/books/${encodeURIComponent(book)}/rules`),
  schema: (book: string) => call<Record<string, unknown>>('GET', `/books/${encodeURIComponent(book)}/schema`),
  cases: (id: RuleId) => call<ShownCase[]>('GET', `/rules/${encodeURIComponent(id)}/cases`),
  rule: (id: RuleId) => call<RuleEntry>('GET', `/rules/${encodeURIComponent(id)}`),
  dice: (roll: string) => call<DiceOdds>('GET', `/dice?roll=${encodeURIComponent(roll)}`),
  create: (
    body: { name?: string; from: Origin; seats?: { name?: string; role: Role; actors?: string[] }[] },
    key?: string,
  ) => call<MadeTable>('POST', '/tables', body, key),
  seats: (code: string, key: string) => call<SeatInfo[]>('GET', `${table(code)}/seats`, undefined, key),
  addSeat: (code: string, key: string, seat: { name?: string; role: Role; actors: string[] }) =>
    call<SeatKey>('POST', `${table(code)}/seats`, seat, key),
  changeSeat: (code: string, key: string, seat: number, change: { name?: string; actors?: string[] }) =>
    call<SeatInfo>('PATCH', `${table(code)}/seats/${seat}`, change, key),
  revokeSeat: (code: string, key: string, seat: number) =>
    call<SeatInfo>('DELETE', `${table(code)}/seats/${seat}`, undefined, key),
  newKey: (code: string, key: string, seat: number) => call<SeatKey>('POST', `${table(code)}/keys/${seat}`, undefined, key),
  setState: (code: string, key: string, to: 'pause' | 'resume' | 'end') =>
    call<TableInfo>('POST', `${table(code)}/${to}`, undefined, key),
  fork: (code: string, key: string, line?: number) =>
    call<MadeTable>('POST', `${table(code)}/fork`, line === undefined ? {} : { line }, key),
  at: (code: string, key: string, line: number, seat?: number) =>
    call<{ line: number; view: View }>(
      'GET',
      `${table(code)}/at/${line}${seat === undefined ? '' : `?seat=${seat}`}`,
      undefined,
      key,
    ),
  log: (code: string, key: string, seat?: number) =>
    call<{ entries: LogEntry[]; undone: number[] }>(
      'GET',
      `${table(code)}/log${seat === undefined ? '' : `?seat=${seat}`}`,
      undefined,
      key,
    ),
  info: (code: string, key: string) => call<TableInfo>('GET', table(code), undefined, key),
  exported: (code: string, key: string, what: 'text' | 'journal' | 'scene') =>
    call<string>('GET', `${table(code)}/export/${what}`, undefined, key),
  setTimer: (code: string, key: string, timer: Timer | null) =>
    call<TableInfo>('POST', `${table(code)}/timer`, { timer }, key),
  invite: (code: string, key: string) => call<Invited>('GET', `${table(code)}/invite`, undefined, key),
  makeInvite: (code: string, key: string) => call<Invited>('POST', `${table(code)}/invite`, {}, key),
  endInvite: (code: string, key: string) => call<Invited>('DELETE', `${table(code)}/invite`, undefined, key),
  join: (code: string, seat?: number) =>
    call<Joined>('POST', '/join', seat === undefined ? { code } : { code, seat }),
  explore: (from: Origin, filled?: Filled, key?: string) =>
    call<Explored>('POST', '/explore', filled ? { from, filled } : { from }, key),
  startJob: (from: Origin, work: Work, key?: string) => call<JobInfo>('POST', '/jobs', { from, work }, key),
  job: (id: string, wait = 0) => call<JobInfo>('GET', `/jobs/${id}?wait=${wait}`),
  cancelJob: (id: string) => call<JobInfo>('DELETE', `/jobs/${id}`),
};

export type { BookInfo, DiceOdds, JobInfo, Origin, ScenePreview, Work };
