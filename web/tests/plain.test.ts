// Pure functions.

import { describe, expect, it } from 'vitest';
import { cellAt, cellUnder, cellsOf, centre, columnAndRow, groundOf, neighbours, pathTo, stepped, steps, straight } from '../src/lib/geometry';
import { asText, filtered, rowsOf } from '../src/lib/log';
import { luckOf, placeOf } from '../src/lib/luck';
import { barsOf, percent, tellApart } from '../src/lib/odds';
import { gmOnly, inOrder } from '../src/lib/offers';
import { routeOf } from '../src/lib/router.svelte';
import { initials } from '../src/lib/tokens';
import type { LogEntry, MapView, Odds } from '../src/lib/wire';

const map = (grid: string, width = 5, height = 4, zones: string[] = []): MapView => ({ grid, width, height, cell: 5, unit: 'feet', zones });

describe('the ground', () => {
  it('lays hexes out as the engine does: points up, odd rows shifted', () => {
    const ground = groundOf(map('hex'));
    expect(cellAt(ground, 3, 2)).toEqual({ x: 2, y: 2 });
    expect(columnAndRow(ground, { x: 2, y: 2 })).toEqual([3, 2]);
    expect(neighbours(ground, cellAt(ground, 0, 0))).toHaveLength(2);
    expect(neighbours(ground, cellAt(ground, 2, 2))).toHaveLength(6);
    for (const cell of neighbours(ground, cellAt(ground, 2, 2))) {
      const [a, b] = [centre(ground, cell), centre(ground, cellAt(ground, 2, 2))];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(1);
    }
  });

  it('finds the cell under a point', () => {
    for (const grid of ['hex', 'square']) {
      const ground = groundOf(map(grid));
      for (const cell of cellsOf(ground)) {
        const at = centre(ground, cell);
        expect(cellUnder(ground, { x: at.x + 0.2, y: at.y - 0.2 })).toEqual(cell);
      }
      expect(cellUnder(ground, { x: -1, y: 0 })).toBeNull();
    }
    const zones = groundOf(map('zones', 0, 0, ['Bar', 'Street', 'Roof']));
    expect(cellUnder(zones, centre(zones, { x: 2, y: 0 }))).toEqual({ x: 2, y: 0 });
  });

  it('measures in steps and in units', () => {
    const hex = groundOf(map('hex'));
    expect(steps(hex, cellAt(hex, 0, 0), cellAt(hex, 3, 0))).toBe(3);
    expect(straight(hex, map('hex'), cellAt(hex, 0, 0), cellAt(hex, 3, 0))).toBe(15);
    const square = groundOf(map('square'));
    expect(steps(square, { x: 0, y: 0 }, { x: 2, y: 3 })).toBe(3);
  });

  it('draws a way by the costs, and moves a cursor within the map', () => {
    const ground = groundOf(map('square'));
    const choices = [1, 2, 3].map((x) => ({ cell: { x, y: 0 }, key: `${x},0`, cost: x * 5 }));
    const way = pathTo(ground, { x: 0, y: 0 }, choices[2]!, choices);
    expect(way.map((cell) => cell.x)).toEqual([0, 1, 2, 3]);
    expect(stepped(ground, { x: 0, y: 0 }, 'ArrowLeft')).toEqual({ x: 0, y: 0 });
    expect(stepped(ground, { x: 0, y: 0 }, 'ArrowDown')).toEqual({ x: 0, y: 1 });
  });
});

const entries: LogEntry[] = [
  { line: 1, undone: false, told: [{ kind: 'line', text: 'Player Turn 1', depth: 0, heading: true, rules: [], factors: [], actor: null }] },
  {
    line: 2, undone: false, hidden: true,
    told: [
      { kind: 'line', text: 'Mudo shoots at Rusk', depth: 0, heading: false, rules: ['CW-025'], factors: [], actor: 0 },
      { kind: 'dice', who: { actor: 0 }, name: 'attack', roll: '2d10kh1', typed: false, shown: { total: 9, dice: [{ die: 10, face: 9, worth: 9, kept: true }, { die: 10, face: 2, worth: 2, kept: false }] } },
      { kind: 'line', text: 'Rusk is hit', depth: 1, heading: false, rules: [], factors: [{ amount: '+4', why: 'Handguns', rule: 'CW-010' }], actor: 3 },
    ],
  },
  { line: 3, undone: true, told: [{ kind: 'line', text: 'Threat Turn 1', depth: 0, heading: true, rules: [], factors: [], actor: null }] },
];

describe('the log', () => {
  const rows = rowsOf(entries, new Set([3]));
  it('has headings, acts, dice and consequences', () => {
    expect(rows.map((row) => row.kind)).toEqual(['heading', 'line', 'dice', 'line', 'heading']);
    expect(rows.at(-1)?.undone).toBe(true);
    expect(rows.filter((row) => row.hidden).map((row) => row.id), 'said once, where it begins').toEqual(['2.0']);
  });
  it('is filtered by actor and words, without empty headings', () => {
    expect(filtered(rows, 0, '').map((row) => row.id)).toEqual(['1.0', '2.0', '2.1']);
    expect(filtered(rows, null, 'HIT').map((row) => row.id)).toEqual(['1.0', '2.2']);
    expect(filtered(rows, null, '')).toHaveLength(5);
  });
  it('is written down as a person would', () => {
    expect(asText(rows, () => 'Mudo')).toBe(
      'Player Turn 1\nMudo shoots at Rusk (CW-025) (hidden)\n    Mudo, attack: 2d10kh1 [9, ~2~] = 9\n  Rusk is hit [+4 Handguns]\n\nThreat Turn 1 (undone)',
    );
  });
});

describe('odds', () => {
  const chance = (decimal: number) => ({ exact: String(decimal), decimal });
  const odds: Odds = {
    error: chance(0),
    groups: [{ whole: chance(1), marginals: [{ measure: 'worst injury', who: 3, name: 'Rusk', values: [
      { value: null, word: 'none', chance: chance(0.25) }, { value: 1, word: 'mild', chance: chance(0.5) }, { value: 2, word: 'serious', chance: chance(0.25) }, { value: 3, word: 'critical', chance: chance(0) },
    ] }] }],
  };
  it('become bars: what cannot be is left out, what is worse weighs more', () => {
    const [group] = barsOf(odds);
    expect(group?.bars.map((bar) => [bar.word, bar.weight])).toEqual([['none', null], ['mild', 0], ['serious', 0.5]]);
    expect(barsOf(null)).toEqual([]);
  });
  it('of options are told apart by what differs', () => {
    const group = odds.groups[0]!;
    const other = { ...odds, groups: [{ ...group, marginals: [...group.marginals, { measure: 'dodge', who: 0, name: 'Mudo', values: [] }] }] };
    const [a, b] = tellApart([{ key: 'a', odds }, { key: 'b', odds: other }]);
    expect(a?.odds.groups[0]?.marginals).toEqual([]);
    expect(b?.odds.groups[0]?.marginals.map((one) => one.measure)).toEqual(['dodge']);
  });
  it('never say 0% or 100% unless it is so', () => {
    expect([0, 0.0004, 0.051, 0.5, 0.949, 0.9996, 1].map(percent)).toEqual(['0%', '<0.1%', '5.1%', '50%', '94.9%', '>99.9%', '100%']);
  });
});

describe('luck', () => {
  const odds = { roll: 'd4', mean: 2.5, values: [1, 2, 3, 4].map((value) => ({ value, exact: '1/4', decimal: 0.25 })) };
  it('is the place among all that could have fallen', async () => {
    expect([1, 4].map((total) => placeOf(odds, total))).toEqual([0.125, 0.875]);
    const [mudo] = await luckOf(entries, async () => ({ ...odds, values: [{ value: 9, exact: '1', decimal: 1 }] }), () => 'Mudo');
    expect(mudo).toMatchObject({ name: 'Mudo', rolls: 1, mean: 0.5 });
  });
});

describe('small things', () => {
  it('keys go by the order in which offers are shown', () => {
    const offer = (label: string, group: string, refused = false) => ({ verb: label, actor: 0, label, group, cost: '', rule: 'CW-001', ...(refused ? { refused: { code: 'x', why: 'y' } } : {}) });
    const offers = [offer('attack', 'Actions'), offer('task', 'Tasks'), offer('shove', 'Actions', true), offer('defend', 'Actions')];
    expect(inOrder(offers).map((one) => one.label)).toEqual(['attack', 'defend', 'task']);
  });
  it('what belongs to nobody and stands apart is for the game master', () => {
    const offer = (verb: string, group: string, actor: number | null) => ({ verb, actor, label: verb, group, cost: '', rule: 'CW-001' });
    const offers = [offer('attack', 'Actions', 0), offer('end', 'Turn', 0), offer('end-turn', 'Turn', null), offer('correct', 'GM', null), offer('mark', 'Clock', null)];
    expect([...gmOnly(offers)].map((one) => one.verb)).toEqual(['correct', 'mark']);
  });
  it('an address says which screen', () => {
    expect(routeOf('/', '')).toEqual({ screen: 'home' });
    expect(routeOf('/t/abc', '#key')).toEqual({ screen: 'table', code: 'abc', key: 'key' });
    expect(routeOf('/t/abc/replay', '#key').screen).toBe('replay');
    expect(routeOf('/rules', '#CW-012')).toEqual({ screen: 'rules', book: '', rule: 'CW-012' });
    expect(routeOf('/elsewhere', '').screen).toBe('missing');
  });
  it('a token has letters', () => {
    expect(['Mudo', 'Doctor Quill', 'The one on the balcony', '…'].map(initials)).toEqual(['Mu', 'DQ', 'OB', '?']);
  });
});
