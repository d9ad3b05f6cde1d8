// Looks ahead: the reactions that moving to a cell would allow, before the cell is chosen.

import { provokedBy, type Asks, type Draft } from './draft.svelte';
import type { CellChoice, Filled, Provoked } from './wire';

/** How many milliseconds the pointer rests on a cell before it is computed. */
const REST = 150;

export class Ahead {
  private found = $state.raw<{ act: string; provoked: Provoked[] } | null>(null);
  private known = new Map<string, Provoked[]>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private act = $state('');
  private there: Filled | null = null;
  /** One at a time: moving over many cells must not delay the odds of the action being confirmed. */
  private isBusy = false;

  constructor(
    private readonly table: Asks,
    private readonly draft: Draft,
  ) {}

  /** For the cell under the pointer; for the chosen cell if there is none. */
  readonly provoked: Provoked[] = $derived.by(() => {
    if (!this.draft.offer) return [];
    if (this.act === '') return this.draft.provoked;
    return this.found?.act === this.act ? this.found.provoked : [];
  });

  /** The pointer is on a cell, or on none. */
  aim(choice: CellChoice | undefined): void {
    clearTimeout(this.timer);
    const { offer, current, filled } = this.draft;
    if (!offer || !choice || current?.domain.kind !== 'cell' || filled.slots[current.name] === choice.key) {
      this.act = '';
      this.there = null;
      return;
    }
    this.there = { ...filled, slots: { ...filled.slots, [current.name]: choice.key } };
    this.act = JSON.stringify(this.there);
    const known = this.known.get(this.act);
    if (known) this.found = { act: this.act, provoked: known };
    else this.timer = setTimeout(() => this.workOut(), REST);
  }

  /** The table has changed: cached results are no longer valid. */
  forget(): void {
    this.known.clear();
  }

  private async workOut(): Promise<void> {
    const { act, there } = this;
    if (!there || this.isBusy) return;
    this.isBusy = true;
    try {
      const provoked = provokedBy(this.draft.offer, await this.table.odds(there, this.draft.reacting));
      this.known.set(act, provoked);
      this.found = { act, provoked };
    } catch {
      // Errors are not shown here; the confirm dialog shows them.
      this.known.set(act, []);
    } finally {
      this.isBusy = false;
    }
    if (this.act !== act && !this.known.has(this.act)) await this.workOut();
  }
}
