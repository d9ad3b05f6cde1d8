import { describe, expect, it } from 'vitest';
import { askedBy, linkTo } from '../src/lib/explorer';
import { heatOf, type Grid } from '../src/lib/heat';
import { setIn, switchesOf } from '../src/lib/house';

const schema = {
  properties: { rules: { $ref: '#/$defs/House' } },
  $defs: {
    House: {
      properties: {
        cover: { $ref: '#/$defs/Cover', description: 'CW-R11: Do Cover and Concealment add up?', default: 'add' },
        auto: { type: 'boolean', description: 'CW-R03: Does it?', default: false },
        draw_ap: { type: 'integer', minimum: 0, maximum: 6, description: 'CR-R141: what it costs.', default: 1 },
        table: { type: 'array', default: [0, 2] },
      },
    },
    Cover: { oneOf: [{ const: 'add', description: 'both' }, { const: 'best' }] },
  },
};

describe('house rules', () => {
  it('are read from the schema, with what else they could be', () => {
    const [cover, auto, draw] = switchesOf(schema, '');
    expect(cover).toMatchObject({ name: 'cover', rule: 'CW-R11', about: 'Do Cover and Concealment add up?', now: '"add"', others: ['"best"'] });
    expect(auto).toMatchObject({ now: 'false', others: ['true'], range: null });
    expect(draw).toMatchObject({ now: '1', others: [], range: [0, 6] });
    expect(switchesOf(schema, '')).toHaveLength(3);
  });
  it('stand as the scene sets them', () => {
    const scene = 'title = "x"\n\n[rules]\ncover = "best" # why\nauto = true\n\n[[characters]]\ndraw_ap = 9\n';
    expect(switchesOf(schema, scene).map((one) => one.now)).toEqual(['"best"', 'true', '1']);
    expect(setIn('rules = { auto = true, draw_ap = 3 }\n', 'draw_ap')).toBe('3');
    expect(setIn('rules.auto = true\n', 'auto')).toBe('true');
    expect(setIn('title = "auto = true"\n', 'auto')).toBeUndefined();
  });
});

describe('a sweep', () => {
  const at = (value: number) => ({ value, low: value, high: value });
  const spot = (values: string[], won: number, rounds: number) => ({ values, fights: 10, won: [at(won), at(1 - won)], drawn: at(0), rounds: at(rounds) });
  const grid: Grid = {
    varied: [['a', ['1', '2']], ['b', ['x', 'y']]],
    sides: ['us', 'them'],
    runs: 10,
    spots: [spot(['1', 'x'], 0.1, 2), spot(['1', 'y'], 0.2, 4), spot(['2', 'x'], 0.3, 6)],
    is_partial: true,
  };
  it('has the first value down and the second across; what is missing stays empty', () => {
    const rows = heatOf(grid, { kind: 'wins', side: 1 });
    expect(rows.map((row) => row.cells.map((cell) => cell.rate))).toEqual([[0.9, 0.8], [0.7, null]]);
  });
  it('is one row if one value varies, and rounds are spread from least to most', () => {
    const one: Grid = { ...grid, varied: [['a', ['1', '2']]], spots: [spot(['1'], 0.5, 2), spot(['2'], 0.5, 6)] };
    expect(heatOf(one, { kind: 'rounds' })).toMatchObject([{ label: '', cells: [{ label: '1', rate: 0 }, { label: '2', rate: 1 }] }]);
  });
});

describe('a question about odds', () => {
  it('stands in its link', () => {
    const asked = { scene: 'clockworld:duel', actor: 'mudo', verb: 'attack', slots: { target: 'vole', part: 'left arm' } };
    expect(askedBy(linkTo(asked))).toEqual(asked);
    expect(askedBy('')).toEqual({ scene: '', actor: '', verb: '', slots: {} });
  });
});
