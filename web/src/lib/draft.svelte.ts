// A draft of an action: an offer, the slots filled in so far, and the odds.

import { accepts, openSlot, stillLegal, valueOf } from './domain';
import { Refused } from './connection';
import { sameCell } from './geometry';
import { barsOf } from './odds';
import { whoKey, type ActorId, type Cell, type Drawn, type Filled, type Odds, type Offer, type Provoked, type Put, type Reacting, type Secrecy, type Slot } from './wire';

/** The slots of a partly filled offer, and what to draw on the map. */
export interface Offered {
  slots: Slot[];
  drawn: Drawn[];
}

/** The parts of a table that a draft needs. */
export interface Asks {
  slots(filled: Filled): Promise<Offered>;
  odds(filled: Filled, reactions?: Reacting): Promise<Odds | null>;
  put(put: Put): Promise<boolean>;
}

/** The odds are requested after this many milliseconds without a change. */
const REST = 120;

export class Draft {
  offer = $state.raw<Offer | null>(null);
  filled = $state.raw<Filled>({ verb: '', slots: {} });
  slots = $state.raw<Slot[]>([]);
  drawn = $state.raw<Drawn[]>([]);
  odds = $state.raw<Odds | null>(null);
  reacting = $state<Reacting>('best');
  /** Who may see it; reset for every action. */
  secrecy = $state<Secrecy>('public');
  loading = $state(false);
  counting = $state(false);
  trouble = $state<string | null>(null);
  /** The slot filled by tapping the map, if it is not the first open one. */
  focus = $state<string | null>(null);

  private turn = 0;
  private counts = true;

  constructor(private readonly table: Asks) {}

  readonly open: Slot | undefined = $derived(openSlot(this.slots, this.filled));
  readonly current: Slot | undefined = $derived(
    this.slots.find((slot) => slot.name === this.focus) ?? this.open ?? mainOnMap(this.slots),
  );
  /** The reactions it would allow. */
  readonly provoked: Provoked[] = $derived(provokedBy(this.offer, this.odds));
  /** Whether neither dice nor decisions of others are involved, so the result is certain. */
  readonly isSettled: boolean = $derived(this.odds !== null && this.provoked.length === 0 && barsOf(this.odds).length === 0);
  readonly isReady: boolean = $derived(this.offer !== null && !this.loading && !this.open && !this.trouble);

  /** Starts with an offer; without odds if it is confirmed at once. */
  async begin(offer: Offer, slots: Record<string, string> = {}, counts = true): Promise<void> {
    this.counts = counts;
    this.offer = offer;
    this.filled = { verb: offer.verb, actor: offer.actor, slots };
    this.slots = [];
    this.drawn = [];
    this.focus = null;
    this.secrecy = 'public';
    await this.refresh();
  }

  cancel(): void {
    this.turn += 1;
    this.offer = null;
    this.slots = [];
    this.drawn = [];
    this.odds = null;
    this.trouble = null;
    this.focus = null;
    this.loading = false;
    this.counting = false;
  }

  async fill(slot: string, value: string): Promise<void> {
    this.filled = { ...this.filled, slots: { ...this.filled.slots, [slot]: value } };
    if (this.focus === slot) this.focus = null;
    await this.refresh();
  }

  /**
   * Applies a click on a token: to the slot being filled in, else to any required slot that accepts this
   * actor.
   */
  async takeActor(actor: ActorId): Promise<boolean> {
    const must = this.slots.filter((slot) => (slot.default ?? null) === null);
    const ordered = [this.current, ...must].filter((slot) => slot !== undefined);
    for (const slot of ordered) {
      const { domain } = slot;
      if (domain.kind !== 'one' && domain.kind !== 'several') continue;
      const choice = domain.of.find((one) => one.actor === actor);
      if (!choice) continue;
      await this.fill(slot.name, domain.kind === 'several' ? this.toggled(slot, choice.key) : choice.key);
      return true;
    }
    return false;
  }

  /** Applies a click on a cell. */
  async takeCell(cell: Cell): Promise<boolean> {
    const ordered = [this.current, ...this.slots].filter((slot) => slot !== undefined);
    for (const slot of ordered) {
      if (slot.domain.kind !== 'cell') continue;
      const choice = slot.domain.of.find((one) => sameCell(one.cell, cell));
      if (!choice) continue;
      await this.fill(slot.name, choice.key);
      return true;
    }
    return false;
  }

  /** The value of a multiple-choice slot with one key toggled. */
  toggled(slot: Slot, key: string): string {
    const value = valueOf(slot, this.filled) ?? '';
    const keys = value === '' ? [] : value.split(',');
    return (keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]).join(',');
  }

  async setReacting(reacting: Reacting): Promise<void> {
    this.reacting = reacting;
    await this.count(this.turn);
  }

  async confirm(): Promise<boolean> {
    if (!this.isReady) return false;
    const { filled, secrecy } = this;
    const done = await this.table.put(secrecy === 'public' ? { kind: 'take', filled } : { kind: 'take', filled, secrecy });
    if (done) this.cancel();
    return done;
  }

  /** Reloads the slots, since legal values depend on the filled ones; then the odds, once nothing is open. */
  async refresh(): Promise<void> {
    const turn = (this.turn += 1);
    this.loading = true;
    this.trouble = null;
    this.odds = null;
    try {
      let { slots, drawn } = await this.table.slots(this.filled);
      if (turn !== this.turn) return;
      const legal = stillLegal(slots, this.filled);
      if (Object.keys(legal.slots).length !== Object.keys(this.filled.slots).length) {
        this.filled = legal;
        ({ slots, drawn } = await this.table.slots(legal));
        if (turn !== this.turn) return;
      }
      // A single choice is filled in automatically.
      const only = slots.find((slot) => onlyValue(slot) !== undefined && valueOf(slot, this.filled) === undefined);
      this.slots = slots;
      this.drawn = drawn;
      if (only) {
        this.filled = { ...this.filled, slots: { ...this.filled.slots, [only.name]: onlyValue(only) ?? '' } };
        await this.refresh();
        return;
      }
      this.loading = false;
      if (!this.open && this.counts) await this.count(turn);
      this.counts = true;
    } catch (error) {
      if (turn !== this.turn) return;
      this.loading = false;
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  private async count(turn: number): Promise<void> {
    if (!this.offer || this.open) return;
    this.counting = true;
    // Skips the odds while the user is still choosing or confirms at once.
    await new Promise((rested) => setTimeout(rested, REST));
    if (turn !== this.turn) return;
    try {
      const odds = await this.table.odds(this.filled, this.reacting);
      if (turn === this.turn) this.odds = odds;
    } catch (error) {
      // Odds that are too expensive are left out; a refusal is shown before the user confirms.
      if (turn === this.turn && error instanceof Refused && error.problem.code.startsWith('refused')) {
        this.trouble = error.message;
      }
    } finally {
      if (turn === this.turn) this.counting = false;
    }
  }
}

/** The reactions of others; the acting player's own questions come up in due course. */
export function provokedBy(offer: Offer | null, odds: Odds | null): Provoked[] {
  const own = typeof offer?.actor === 'number' ? whoKey({ actor: offer.actor }) : '';
  return (odds?.provokes ?? []).filter((one) => whoKey(one.who) !== own);
}

/** The slot shown on the map stays visible after it is filled in; optional slots do not replace it. */
function mainOnMap(slots: Slot[]): Slot | undefined {
  return slots.find((slot) => isOnMap(slot) && (slot.default ?? null) === null) ?? slots.find(isOnMap);
}

export function isOnMap(slot: Slot): boolean {
  const { domain } = slot;
  return domain.kind === 'cell' || (domain.kind === 'one' && domain.of.some((choice) => typeof choice.actor === 'number'));
}

function onlyValue(slot: Slot): string | undefined {
  const { domain } = slot;
  const only =
    domain.kind === 'one' && domain.of.length === 1
      ? domain.of[0]?.key
      : domain.kind === 'number' && domain.min === domain.max
        ? String(domain.min)
        : undefined;
  return only !== undefined && accepts(domain, only) ? only : undefined;
}
