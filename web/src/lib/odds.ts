// Odds as bars.

import type { Marginal, Odds, OddsGroup, OptionOdds } from './wire';

export interface Bar {
  word: string;
  chance: number;
  exact: string;
  /** Rank among the counted values, from 0 (lowest) to 1 (highest); null if nothing was counted. */
  weight: number | null;
}

export interface BarGroup {
  title: string;
  name: string | null;
  expected: number | null;
  bars: Bar[];
}

export function barsOf(odds: Odds | null): BarGroup[] {
  const group: OddsGroup | undefined = odds?.groups[0];
  return group ? group.marginals.map(bars).filter((shown) => shown.bars.length > 0) : [];
}

function bars(marginal: Marginal): BarGroup {
  const counted = marginal.values.filter((value) => value.value !== null);
  const place = (value: number | null): number | null => {
    if (value === null) return null;
    const index = counted.findIndex((one) => one.value === value);
    return counted.length > 1 ? index / (counted.length - 1) : 1;
  };
  return {
    title: marginal.measure,
    name: marginal.name,
    expected: marginal.expected?.decimal ?? null,
    bars: marginal.values
      .filter((value) => value.chance.decimal > 0)
      .map(({ value, word, chance }) => ({
        word,
        chance: chance.decimal,
        exact: chance.exact,
        weight: place(value),
      })),
  };
}

/** A chance as text: never 0% or 100% unless it is exact. */
export function percent(chance: number): string {
  if (chance <= 0) return '0%';
  if (chance >= 1) return '100%';
  const shown = chance * 100;
  if (shown < 0.1) return '<0.1%';
  if (shown > 99.9) return '>99.9%';
  return shown < 10 || shown > 90 ? `${shown.toFixed(1)}%` : `${Math.round(shown)}%`;
}

/** A one-line summary: the most likely value of each uncertain measure. */
export function summary(odds: Odds | null, most = 3): string {
  return barsOf(odds)
    .slice(0, most)
    .map((group) => {
      const best = [...group.bars].sort((a, b) => b.chance - a.chance)[0];
      return best ? `${group.title}: ${best.word} ${percent(best.chance)}` : '';
    })
    .filter(Boolean)
    .join(' · ');
}

/** The odds of options without the parts that are the same for all of them. */
export function tellApart(options: OptionOdds[]): OptionOdds[] {
  const id = (marginal: Marginal): string => `${marginal.measure}/${marginal.who}`;
  const text = (marginal: Marginal): string => JSON.stringify(marginal.values);
  const all = options.map((option) => new Map(option.odds.groups[0]?.marginals.map((one) => [id(one), text(one)])));
  const isSame = (marginal: Marginal): boolean => all.every((one) => one.get(id(marginal)) === text(marginal));
  return options.map(({ key, odds }) => ({
    key,
    odds: { ...odds, groups: odds.groups.map((group) => ({ ...group, marginals: group.marginals.filter((one) => !isSame(one)) })) },
  }));
}
