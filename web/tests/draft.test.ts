import { describe, expect, it } from 'vitest';
import { Ahead } from '../src/lib/ahead.svelte';
import { Draft, type Asks, type Offered } from '../src/lib/draft.svelte';
import { accepts, openSlot, stillLegal } from '../src/lib/domain';
import type { CellChoice, Filled, Offer, Provoked, Put, Slot } from '../src/lib/wire';

const offer: Offer = { verb: 'attack', actor: 0, label: 'Attack', group: 'Actions', cost: '1 Action', rule: 'CW-025' };
const one = (name: string, keys: string[], more: Partial<Slot> = {}): Slot => ({
  name, label: name, domain: { kind: 'one', of: keys.map((key, index) => ({ key, label: key, actor: index + 1 })) }, ...more,
});

/** A table on which a target has its own parts. */
class Toy implements Asks {
  taken: Put[] = [];
  odd: Filled[] = [];
  provokes: Provoked[] = [];
  async slots(filled: Filled): Promise<Offered> {
    const target = filled.slots['target'];
    const parts = target === 'snake' ? ['head'] : ['head', 'arm'];
    const slots = [one('target', ['rusk', 'snake']), ...(target ? [one('part', parts)] : []), one('focus', ['no', 'yes'], { default: 'no' })];
    return { slots, drawn: [{ kind: 'reach', label: target ?? 'anybody', cells: [{ x: 1, y: 0 }], rule: 'CW-095' }] };
  }
  async odds(filled: Filled) {
    this.odd.push(filled);
    const provokes = this.provokes;
    return { groups: [], error: { exact: '0', decimal: 0 }, provokes };
  }
  async put(put: Put) {
    this.taken.push(put);
    return true;
  }
}

describe('a draft', () => {
  it('is filled slot by slot, and asks for odds once nothing is open', async () => {
    const toy = new Toy();
    const draft = new Draft(toy);
    await draft.begin(offer);
    expect(draft.open?.name).toBe('target');
    expect(draft.isReady).toBe(false);
    await draft.takeActor(1);
    expect(draft.filled.slots).toEqual({ target: 'rusk' });
    expect(draft.drawn[0]?.label).toBe('rusk');
    expect(draft.open?.name).toBe('part');
    expect(toy.odd).toHaveLength(0);
    await draft.fill('part', 'arm');
    expect(draft.isReady).toBe(true);
    expect(toy.odd).toHaveLength(1);
    expect(await draft.confirm()).toBe(true);
    expect(toy.taken).toEqual([{ kind: 'take', filled: { verb: 'attack', actor: 0, slots: { target: 'rusk', part: 'arm' } } }]);
    expect(draft.offer).toBeNull();
  });

  it('says who may learn of it, for this one action', async () => {
    const toy = new Toy();
    const draft = new Draft(toy);
    for (const secrecy of ['blind', null] as const) {
      await draft.begin(offer, { target: 'snake' });
      if (secrecy) draft.secrecy = secrecy;
      await draft.confirm();
    }
    const filled = { verb: 'attack', actor: 0, slots: { target: 'snake', part: 'head' } };
    expect(toy.taken).toEqual([{ kind: 'take', filled, secrecy: 'blind' }, { kind: 'take', filled }]);
  });

  it('is settled where nothing is left to chance or to others', async () => {
    const toy = new Toy();
    const draft = new Draft(toy);
    const asked = (actor: number): Provoked => ({ who: { actor }, name: 'Left', kind: 'pot-shot', rule: 'CW-245' });
    for (const [provokes, others] of [[[], 0], [[asked(0)], 0], [[asked(0), asked(4)], 1]] as const) {
      toy.provokes = [...provokes];
      await draft.begin(offer, { target: 'snake' });
      expect(draft.provoked, 'whoever acts is no other').toHaveLength(others);
      expect(draft.isSettled).toBe(others === 0);
    }
  });

  it('forgets what is not legal any more, and takes the only value by itself', async () => {
    const draft = new Draft(new Toy());
    await draft.begin(offer);
    await draft.fill('target', 'rusk');
    await draft.fill('part', 'arm');
    await draft.fill('target', 'snake');
    expect(draft.filled.slots).toEqual({ target: 'snake', part: 'head' });
    expect(draft.isReady).toBe(true);
  });

  it('does not send anything before it is complete', async () => {
    const toy = new Toy();
    const draft = new Draft(toy);
    await draft.begin(offer);
    expect(await draft.confirm()).toBe(false);
    expect(toy.taken).toEqual([]);
  });
});

describe('a domain', () => {
  it('accepts what the engine accepts', () => {
    const several = { kind: 'several' as const, of: [{ key: 'a', label: 'a' }, { key: 'b', label: 'b' }], least: 1, most: 2 };
    expect(['a', 'b,a', '', 'a,a', 'c'].map((value) => accepts(several, value))).toEqual([true, true, false, false, false]);
    const number = { kind: 'number' as const, min: -2, max: 3 };
    expect(['-2', '3', '4', '', '1.5'].map((value) => accepts(number, value))).toEqual([true, true, false, false, false]);
    expect(accepts({ kind: 'text', longest: 2 }, 'äö')).toBe(true);
    const cells = { kind: 'cell' as const, of: [{ cell: { x: 1, y: 2 }, key: '1,2', cost: 5 }] };
    expect([accepts(cells, '1,2'), accepts(cells, '2,1')]).toEqual([true, false]);
  });

  it('leaves a slot with a default alone', () => {
    const slots = [one('focus', ['no', 'yes'], { default: 'no' }), one('target', ['rusk'])];
    expect(openSlot(slots, { verb: 'x', slots: {} })?.name).toBe('target');
    expect(stillLegal(slots, { verb: 'x', slots: { target: 'gone', focus: 'yes' } }).slots).toEqual({ focus: 'yes' });
  });
});

describe('looking ahead', () => {
  const cells: CellChoice[] = [1, 2].map((x) => ({ key: `${x},0`, label: `${x},0`, cell: { x, y: 0 }, cost: 5 * x }));
  class Ground extends Toy {
    override async slots(): Promise<Offered> {
      return { slots: [{ name: 'to', label: 'To', domain: { kind: 'cell', of: cells } }], drawn: [] };
    }
  }

  it('works out what a cell would let others do, once, after a moment', async () => {
    const toy = new Ground();
    toy.provokes = [{ who: { actor: 4 }, name: 'Left', kind: 'pot-shot', rule: 'CW-245' }];
    const draft = new Draft(toy);
    const ahead = new Ahead(toy, draft);
    await draft.begin({ ...offer, verb: 'move' });
    ahead.aim(cells[0]);
    ahead.aim(cells[1]);
    expect(ahead.provoked).toEqual([]);
    await new Promise((rested) => setTimeout(rested, 250));
    expect(ahead.provoked.map((one) => one.name)).toEqual(['Left']);
    expect(toy.odd.map((filled) => filled.slots), 'only of the cell that was looked at').toEqual([{ to: '2,0' }]);
    ahead.aim(undefined);
    expect(ahead.provoked, 'nothing is chosen yet').toEqual([]);
    ahead.aim(cells[1]);
    expect(ahead.provoked.map((one) => one.name), 'it is known already').toEqual(['Left']);
    expect(toy.odd).toHaveLength(1);
  });
});
