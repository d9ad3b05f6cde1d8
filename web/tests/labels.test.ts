import { describe, expect, it } from 'vitest';
import { fitted, labelled, textSize } from '../src/lib/labels';

const named = (name: string, x: number, y = 0) => ({ thing: { name }, at: { x, y } });

describe('names on a map', () => {
  it('are large enough to be read, and no larger than a third of a cell', () => {
    // At 38 pixels a cell, 11.5 pixels are 0.30 of it. On a large cell the usual size is larger than that.
    expect(textSize(38)).toBeCloseTo(0.3, 2);
    expect(textSize(400)).toBeLessThan(0.18);
    expect(textSize(10)).toBeLessThanOrEqual(0.34);
  });

  it('are as long as there is room: all, the first words, the beginning, nothing', () => {
    // A letter is 0.6 × 0.25 = 0.15 cells wide.
    expect(fitted('Hanne Brandt', 2, 0.25)).toBe('Hanne Brandt');
    expect(fitted('Hanne Brandt', 1, 0.25)).toBe('Hanne');
    expect(fitted('Constantinople', 1, 0.25)).toBe('Const…');
    expect(fitted('Constantinople', 0.3, 0.25)).toBe('');
  });

  it('leave room for those beside them, and people come before things', () => {
    const { people, things } = labelled([named('Hanne Brandt', 0), named('Pike', 1)], [named('Poker table', 2), named('Window', 1, 3)], 0.25);
    expect(people.map((label) => label.text)).toEqual(['Hanne', 'Pike']);
    // Pike is 0.6 wide: of the cell in between, 0.7 on each side are left for the table.
    expect(things.map((label) => label.text)).toEqual(['Poker', 'Window']);
  });

  it('have a second line where nobody stands below', () => {
    const { people } = labelled([named('Hanne', 0), named('Pike', 0.5, 1), named('Rusk', 3)], [], 0.25);
    expect(people.map((label) => label.free)).toEqual([false, true, true]);
  });

  it('of a thing under somebody are left out', () => {
    expect(labelled([named('Pike', 1)], [named('Poker table', 1)], 0.25).things[0]?.text).toBe('');
  });
});
