// Luck: the percentile of each roll among all possible totals.

import type { DiceOdds } from './api';
import { whoKey, type LogEntry, type Who } from './wire';

export interface OneRoll {
  name: string;
  roll: string;
  total: number;
  /** From 0 (the lowest possible total) to 1; the middle of equal totals. */
  place: number;
}

export interface Luck {
  name: string;
  rolls: number;
  mean: number;
  best: OneRoll;
  worst: OneRoll;
}

export function placeOf(odds: DiceOdds, total: number): number {
  let below = 0;
  for (const { value, decimal } of odds.values) {
    if (value < total) below += decimal;
    else if (value === total) below += decimal / 2;
  }
  return below;
}

export async function luckOf(
  entries: LogEntry[],
  dice: (roll: string) => Promise<DiceOdds>,
  name: (who: Who) => string,
): Promise<Luck[]> {
  const known = new Map<string, DiceOdds | null>();
  const rolls = new Map<string, { who: Who; all: OneRoll[] }>();
  for (const told of entries.flatMap((entry) => entry.told)) {
    if (told.kind !== 'dice') continue;
    if (!known.has(told.roll)) known.set(told.roll, await dice(told.roll).catch(() => null));
    const odds = known.get(told.roll);
    if (!odds) continue;
    const one = { name: told.name, roll: told.roll, total: told.shown.total, place: placeOf(odds, told.shown.total) };
    const mine = rolls.get(whoKey(told.who)) ?? { who: told.who, all: [] };
    mine.all.push(one);
    rolls.set(whoKey(told.who), mine);
  }
  return [...rolls.values()].flatMap(({ who, all }) => {
    const sorted = [...all].sort((a, b) => a.place - b.place);
    const [worst, best] = [sorted[0], sorted[sorted.length - 1]];
    if (!worst || !best) return [];
    const mean = all.reduce((sum, one) => sum + one.place, 0) / all.length;
    return [{ name: name(who), rolls: all.length, mean, best, worst }];
  });
}
