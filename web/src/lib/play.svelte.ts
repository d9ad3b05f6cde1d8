// Interaction at the table: choosing offers, tapping tokens and cells, dragging.

import { Ahead } from './ahead.svelte';
import { Draft } from './draft.svelte';
import type { TableState } from './table.svelte';
import { valueOf } from './domain';
import { gmOnly } from './offers';
import type { ActorId, Cell, CellChoice, Offer } from './wire';

export class Play {
  readonly table: TableState;
  readonly draft: Draft;
  readonly ahead: Ahead;
  /** The verb of the offer that moves an actor, once known. The page has to find out which one it is. */
  private mover = '';

  constructor(table: TableState) {
    this.table = table;
    this.draft = new Draft(table);
    this.ahead = new Ahead(table, this.draft);
  }

  private readonly gmOnly: Set<Offer> = $derived.by(() => (this.table.isGm ? gmOnly(this.table.offers) : new Set()));

  /** The offers of the shown character, and those that belong to nobody. */
  readonly offers: Offer[] = $derived.by(() => {
    const shown = this.table.shown?.id;
    return this.table.offers.filter(
      (offer) => offer.actor === shown || (typeof offer.actor !== 'number' && !this.gmOnly.has(offer)),
    );
  });

  /** The game master's offers besides those of characters. */
  readonly gmOffers: Offer[] = $derived.by(() => [...this.gmOnly]);

  readonly choices: CellChoice[] = $derived.by(() => {
    const slot = this.draft.current;
    return this.draft.offer && slot?.domain.kind === 'cell' ? slot.domain.of : [];
  });

  readonly picked: string = $derived.by(() => {
    const slot = this.draft.current;
    return this.draft.offer && slot ? (valueOf(slot, this.draft.filled) ?? '') : '';
  });

  /** Tokens that can be chosen with a tap. */
  readonly targets: ReadonlySet<ActorId> = $derived.by(() => {
    const slot = this.draft.current;
    if (!this.draft.offer || !slot || (slot.domain.kind !== 'one' && slot.domain.kind !== 'several')) return new Set();
    return new Set(slot.domain.of.flatMap((choice) => (typeof choice.actor === 'number' ? [choice.actor] : [])));
  });

  /** Tokens that are chosen. */
  readonly chosen: ReadonlySet<ActorId> = $derived.by(() => {
    const all = new Set<ActorId>();
    if (!this.draft.offer) return all;
    for (const slot of this.draft.slots) {
      if (slot.domain.kind !== 'one' && slot.domain.kind !== 'several') continue;
      const keys = (this.draft.filled.slots[slot.name] ?? '').split(',');
      for (const choice of slot.domain.of) {
        if (typeof choice.actor === 'number' && keys.includes(choice.key)) all.add(choice.actor);
      }
    }
    return all;
  });

  readonly from: Cell | null = $derived.by(() => this.table.actor(this.draft.offer?.actor)?.place?.cell ?? null);

  async begin(offer: Offer, atOnce = false): Promise<void> {
    if (offer.refused) return;
    await this.draft.begin(offer, {}, !atOnce);
    if (this.draft.slots.some((slot) => slot.domain.kind === 'cell')) this.mover ||= offer.verb;
    if (atOnce) await this.draft.confirm();
  }

  async tapActor(actor: ActorId, atOnce = false): Promise<void> {
    if (this.draft.offer && (await this.draft.takeActor(actor))) {
      if (atOnce) await this.draft.confirm();
      return;
    }
    this.table.selected = actor;
  }

  async tapCell(cell: Cell, atOnce = false): Promise<void> {
    if (this.draft.offer) await this.draft.takeCell(cell);
    else if (this.table.shown) await this.moveTo(this.table.shown.id, cell);
    if (atOnce) await this.draft.confirm();
  }

  /** A token is being dragged: show where it can go. */
  async lift(actor: ActorId): Promise<void> {
    this.table.selected = actor;
    const offer = await this.moverOf(actor);
    if (offer) await this.draft.begin(offer);
  }

  /** Fills in the destination; returns whether that is possible. */
  async moveTo(actor: ActorId, cell: Cell): Promise<boolean> {
    if (this.draft.offer?.actor !== actor || !this.draft.slots.some((slot) => slot.domain.kind === 'cell')) {
      const offer = await this.moverOf(actor);
      if (!offer) return false;
      await this.draft.begin(offer);
    }
    if (await this.draft.takeCell(cell)) return true;
    if (this.draft.open?.domain.kind === 'cell') this.draft.cancel();
    return false;
  }

  /** A token was dropped: moves it, unless dice or reactions are involved. Those need a confirmation. */
  async drop(actor: ActorId, cell: Cell, atOnce: boolean): Promise<void> {
    if (await this.moveTo(actor, cell)) {
      if (atOnce || this.draft.isSettled) await this.draft.confirm();
    }
  }

  /** Selects the next character of this seat who can act. */
  next(): void {
    const able = this.table.mine.filter(
      (actor) =>
        this.table.acting.has(actor.id) &&
        this.table.offers.some((offer) => offer.actor === actor.id && !offer.refused),
    );
    const at = able.findIndex((actor) => actor.id === this.table.shown?.id);
    const next = able[(at + 1) % Math.max(1, able.length)];
    if (next) {
      this.draft.cancel();
      this.table.selected = next.id;
    }
  }

  /** The first offer of an actor with a slot for a cell that has a movement cost. */
  private async moverOf(actor: ActorId): Promise<Offer | null> {
    const offers = this.table.offers.filter((offer) => offer.actor === actor && !offer.refused);
    const known = offers.find((offer) => offer.verb === this.mover);
    if (known) return known;
    for (const offer of offers) {
      try {
        const { slots } = await this.table.slots({ verb: offer.verb, actor, slots: {} });
        if (slots.some((slot) => slot.domain.kind === 'cell' && slot.domain.of.some((choice) => choice.cost > 0))) {
          this.mover = offer.verb;
          return offer;
        }
      } catch {
        // If the slots of an offer cannot be loaded, it is not the one we need.
      }
    }
    return null;
  }
}
