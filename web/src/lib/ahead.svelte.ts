// Looking ahead: what going to a cell would let others do, before the cell is chosen.

import { provokedBy, type Asks, type Draft } from './draft.svelte';
import type { CellChoice, Provoked } from './wire';

/** So many milliseconds somebody looks at a cell before it is worked out. */
const REST = 150;

export class Ahead {
  private found = $state.raw<{ act: string; provoked: Provoked[] } | null>(null);
  private known = new Map<string, Provoked[]>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private act = $state('');

  constructor(
    private readonly table: Asks,
    private readonly draft: Draft,
  ) {}

  /** For the cell that is looked at; for the one that was chosen if none is. */
  readonly provoked: Provoked[] = $derived.by(() => {
    if (!this.draft.offer) return [];
    if (this.act === '') return this.draft.provoked;
    return this.found?.act === this.act ? this.found.provoked : [];
  });

  /** Somebody looks at a cell, or at none. */
  aim(choice: CellChoice | undefined): void {
    clearTimeout(this.timer);
    const { offer, current, filled } = this.draft;
    if (!offer || !choice || current?.domain.kind !== 'cell' || filled.slots[current.name] === choice.key) {
      this.act = '';
      return;
    }
    const there = { ...filled, slots: { ...filled.slots, [current.name]: choice.key } };
    const act = JSON.stringify(there);
    this.act = act;
    const known = this.known.get(act);
    if (known) this.found = { act, provoked: known };
    else this.timer = setTimeout(() => this.workOut(act, () => this.table.odds(there, this.draft.reacting)), REST);
  }

  /** Things have changed: what was worked out holds no longer. */
  forget(): void {
    this.known.clear();
  }

  private async workOut(act: string, odds: () => ReturnType<Asks['odds']>): Promise<void> {
    try {
      const provoked = provokedBy(this.draft.offer, await odds());
      this.known.set(act, provoked);
      this.found = { act, provoked };
    } catch {
      // What cannot be worked out is not shown: the confirm box says what is wrong.
    }
  }
}
