// The state of a table as this seat knows it, kept up to date by the connection. All screens show this.

import { Connection, Refused, type Health, type Socket } from './connection';
import type { Offered } from './draft.svelte';
import { rowsOf, type Row } from './log';
import type {
  ActorId,
  ActorView,
  Again,
  Cell,
  Filled,
  LogEntry,
  Odds,
  Offer,
  OptionOdds,
  Problem,
  Put,
  Question,
  Reacting,
  SeatInfo,
  ServerMessage,
  Standing,
  StandingAnswer,
  TableInfo,
  View,
  Who,
} from './wire';
import { whoKey } from './wire';
import { t } from '../texts';

export interface Pointed {
  id: number;
  cell: Cell;
  seat: number;
}

export class TableState {
  health = $state<Health>('connecting');
  table = $state.raw<TableInfo | null>(null);
  seat = $state.raw<SeatInfo | null>(null);
  view = $state.raw<View | null>(null);
  offers = $state.raw<Offer[]>([]);
  questions = $state.raw<Question[]>([]);
  waitsFor = $state.raw<string[]>([]);
  standing = $state.raw<StandingAnswer[]>([]);
  typed = $state.raw<Who[]>([]);
  present = $state.raw<number[]>([]);
  entries = $state.raw<LogEntry[]>([]);
  undone = $state.raw<ReadonlySet<number>>(new Set());
  pointed = $state.raw<Pointed[]>([]);
  /** The deadline for answers by this device's clock; null if there is none. */
  answerBy = $state<number | null>(null);
  line = $state(0);
  head = $state(0);
  /** The number of changes. A change that this seat heard nothing of has no line. */
  changes = $state(0);
  /** The problem of the last refused request. */
  problem = $state.raw<Problem | null>(null);
  /** Why the connection was closed for good. */
  closed = $state<string | null>(null);
  busy = $state(0);
  selected = $state<ActorId | null>(null);
  /** Lines after this one arrived while the page was open: their dice are animated. */
  fresh = $state(Number.MAX_SAFE_INTEGER);

  readonly connection: Connection;
  private points = 0;

  constructor(open: () => Socket, key: string) {
    this.connection = new Connection(open, key, {
      health: (health) => (this.health = health),
      message: (message) => this.take(message),
      after: () => this.entries[this.entries.length - 1]?.line ?? 0,
    });
  }

  readonly rows: Row[] = $derived(rowsOf(this.entries, this.undone));
  readonly isGm: boolean = $derived(this.seat?.role === 'gm');
  readonly isSpectator: boolean = $derived(this.seat?.role === 'spectator');
  /** The actors of this seat; for the game master, all of them. */
  readonly mine: ActorView[] = $derived.by(() => {
    const actors = this.view?.actors ?? [];
    return this.isGm ? actors : actors.filter((actor) => this.seat?.actors.includes(actor.id));
  });
  readonly acting: ReadonlySet<ActorId> = $derived(new Set(this.view?.clock.acting ?? []));
  readonly isMyTurn: boolean = $derived(
    !this.isGm && this.mine.some((actor) => this.acting.has(actor.id)) && !this.view?.over,
  );
  /** Whether there is no turn order and everyone acts freely. */
  readonly isFree: boolean = $derived(
    this.acting.size === 0 && this.waitsFor.length === 0 && !this.view?.over && this.view !== null,
  );
  /**
   * The character whose sheet and offers are shown: the selected one, else the one to act, else the first.
   */
  readonly shown: ActorView | null = $derived.by(() => {
    const actors = this.view?.actors ?? [];
    const chosen = actors.find((actor) => actor.id === this.selected);
    const able = (actor: ActorView) =>
      this.offers.some((offer) => offer.actor === actor.id && !offer.refused) && this.acting.has(actor.id);
    return chosen ?? this.mine.find(able) ?? this.mine[0] ?? actors[0] ?? null;
  });

  actor(id: ActorId | null | undefined): ActorView | undefined {
    return this.view?.actors.find((actor) => actor.id === id);
  }

  /** The display name of a `Who`. */
  name(who: Who): string {
    if (who === 'gm') return t.gm.short;
    if ('actor' in who) return this.actor(who.actor)?.name ?? '?';
    return this.view?.sides.find((side) => side.side === who.side)?.name ?? '?';
  }

  standingFor(who: Who, question: string): Standing {
    const found = this.standing.find((one) => whoKey(one.who) === whoKey(who) && one.question === question);
    return found?.answer ?? 'ask';
  }

  /** Submits something. True if it was done; otherwise `problem` has the reason. */
  async put(put: Put): Promise<boolean> {
    return this.ask(async () => {
      await this.connection.request({ kind: 'put', put });
    });
  }

  async bot(policy: string): Promise<boolean> {
    return this.ask(async () => {
      await this.connection.request({ kind: 'bot', policy });
    });
  }

  undo(dice: Again = 'same'): Promise<boolean> {
    return this.put({ kind: 'undo', dice });
  }

  redo(): Promise<boolean> {
    return this.put({ kind: 'redo' });
  }

  point(cell: Cell): void {
    this.connection.request({ kind: 'point', x: cell.x, y: cell.y ?? 0 }).catch(() => {});
  }

  async slots(filled: Filled): Promise<Offered> {
    const answer = await this.connection.request({ kind: 'slots', filled });
    return answer.kind === 'slots' ? { slots: answer.slots, drawn: answer.drawn ?? [] } : { slots: [], drawn: [] };
  }

  async odds(filled: Filled, reactions: Reacting = 'best'): Promise<Odds | null> {
    const answer = await this.connection.request({ kind: 'odds', filled, reactions });
    return answer.kind === 'odds' ? answer.odds : null;
  }

  async optionOdds(ask: number): Promise<OptionOdds[]> {
    const answer = await this.connection.request({ kind: 'option_odds', ask });
    return answer.kind === 'option_odds' ? answer.options : [];
  }

  private async ask(work: () => Promise<void>): Promise<boolean> {
    this.busy += 1;
    this.problem = null;
    try {
      await work();
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.problem = error instanceof Refused ? error.problem : { code: 'connection', message };
      return false;
    } finally {
      this.busy -= 1;
    }
  }

  take(message: ServerMessage): void {
    switch (message.kind) {
      case 'welcome':
        this.table = message.table;
        this.seat = message.seat;
        this.fresh = Math.min(this.fresh, message.line);
        this.closed = null;
        return;
      case 'log':
        this.entries = message.reset ? message.entries : merged(this.entries, message.entries);
        this.undone = new Set(message.undone);
        return;
      case 'told':
        this.entries = merged(this.entries, [{ line: message.line, undone: false, hidden: message.hidden ?? false, told: message.told }]);
        return;
      case 'undone':
        this.undone = new Set(message.lines);
        return;
      case 'situation':
        if (message.view || message.offers || message.questions || message.head !== this.head) this.changes += 1;
        this.line = message.line;
        this.head = message.head;
        if (message.view) this.view = message.view;
        if (message.offers) this.offers = message.offers;
        if (message.questions) this.questions = message.questions;
        if (message.waits_for) this.waitsFor = message.waits_for;
        if (message.standing) this.standing = message.standing;
        if (message.typed) this.typed = message.typed;
        if (message.answer_within !== undefined) {
          this.answerBy = message.answer_within === null ? null : Date.now() + message.answer_within;
        }
        return;
      case 'table':
        this.table = message.table;
        return;
      case 'present':
        this.present = message.seats;
        return;
      case 'pointed':
        this.pointAt({ x: message.x, y: message.y }, message.seat);
        return;
      case 'error':
        this.problem = message;
        if (this.health === 'closed') this.closed = message.message;
        return;
      case 'closing':
        // Line numbers count what a seat heard, so a seat with other characters starts over.
        if (message.code === 'seat-changed') this.entries = [];
        if (this.health === 'closed') this.closed = message.message;
        return;
      case 'ack':
      case 'slots':
      case 'odds':
      case 'option_odds':
      case 'pong':
        return; // answers, which the connection delivers to the caller
    }
  }

  private pointAt(cell: Cell, seat: number): void {
    const id = (this.points += 1);
    this.pointed = [...this.pointed.slice(-4), { id, cell, seat }];
    setTimeout(() => (this.pointed = this.pointed.filter((one) => one.id !== id)), 3_000);
  }
}

/** Adds entries to the log. Existing entries stay, since the same line may arrive twice. */
export function merged(old: LogEntry[], more: LogEntry[]): LogEntry[] {
  const last = old[old.length - 1]?.line ?? 0;
  const fresh = more.filter((entry) => entry.line > last);
  return fresh.length > 0 ? [...old, ...fresh] : old;
}
