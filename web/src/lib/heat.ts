// A sweep as a heat map: one parameter in rows, the other in columns.

export interface Interval {
  value: number;
  low: number;
  high: number;
}

export interface Grid {
  varied: [string, string[]][];
  sides: string[];
  runs: number;
  spots: { values: string[]; fights: number; won: Interval[]; drawn: Interval; rounds: Interval }[];
  is_partial: boolean;
}

export interface HeatRow {
  label: string;
  cells: { label: string; spot: Grid['spots'][number] | undefined; rate: number | null }[];
}

/** The displayed value: a side's win rate, or the number of rounds. */
export type Shown = { kind: 'wins'; side: number } | { kind: 'rounds' };

export function rateOf(spot: Grid['spots'][number], shown: Shown): Interval | undefined {
  return shown.kind === 'rounds' ? spot.rounds : spot.won[shown.side];
}

/** The rows of the heat map. With one parameter there is a single row. */
export function heatOf(grid: Grid, shown: Shown): HeatRow[] {
  const [first, second] = grid.varied;
  if (!first) return [];
  const across = second ?? first;
  const down = second ? first[1] : [''];
  const all = grid.spots.flatMap((spot) => rateOf(spot, shown)?.value ?? []);
  const [least, most] = shown.kind === 'wins' ? [0, 1] : [Math.min(...all), Math.max(...all)];
  const width = Math.max(most - least, 1e-9);
  return down.map((row) => ({
    label: row,
    cells: across[1].map((column) => {
      const spot = grid.spots.find((one) => one.values.at(-1) === column && (!second || one.values[0] === row));
      const value = spot && rateOf(spot, shown)?.value;
      return { label: column, spot, rate: value === undefined ? null : (value - least) / width };
    }),
  }));
}
