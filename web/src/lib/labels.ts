// Names on a map: large enough to read at any zoom, truncated to the available space.

import type { Point } from './geometry';

/** The minimum height of names in screen pixels, as long as that is at most a third of a cell. */
const LEAST = 11.5;
const MOST = 0.34;
/** The usual height of names, in cells. */
const USUAL = 0.165;
/** The width of a letter relative to its height. */
const LETTER = 0.6;
/** Maximum width of a name, in cells. */
const WIDEST = 3;

/** Something with a name on the map. */
export interface Named {
  thing: { name: string };
  at: Point;
}

export interface Label {
  text: string;
  /** The number of cells available for the text below it. */
  room: number;
  /** Whether there is room for a second line. */
  free: boolean;
}

/**
 * The height of names in cells, for a cell of the given width in pixels. Changes in steps, so that zooming
 * does not redraw all names.
 */
export function textSize(pixels: number): number {
  if (pixels <= 0) return USUAL;
  return Math.round(50 * Math.max(USUAL, Math.min(MOST, LEAST / pixels))) / 50;
}

/** The names of characters, and of objects where there is room left. */
export function labelled(people: readonly Named[], things: readonly Named[], size: number): { people: Label[]; things: Label[] } {
  const named = people.map((one, index) => {
    const away = besides(one, people.filter((_, at) => at !== index));
    return { ...label(one.thing.name, Math.min(WIDEST, ...away), size), free: !people.some((other) => isBelow(one, other)) };
  });
  const halves = named.map(({ text }) => widthOf(text, size) / 2);
  const rest = things.map((one, index) => {
    const free = people.flatMap((other, at) => besides(one, [other]).map((across) => 2 * (across - (halves[at] ?? 0))));
    const away = besides(one, things.filter((_, at) => at !== index));
    return label(one.thing.name, Math.min(WIDEST, ...free, ...away), size);
  });
  return { people: named, things: rest };
}

/** The distances to others in the same row. */
function besides(one: Named, others: readonly Named[]): number[] {
  return others.filter(({ at }) => Math.abs(at.y - one.at.y) < 0.5).map(({ at }) => Math.abs(at.x - one.at.x));
}

const isBelow = (one: Named, other: Named): boolean =>
  other.at.y - one.at.y >= 0.5 && other.at.y - one.at.y < 1.3 && Math.abs(other.at.x - one.at.x) < 0.8;

const widthOf = (text: string, size: number): number => text.length * LETTER * size;
const label = (name: string, room: number, size: number): Label => ({ text: fitted(name, room, size), room, free: true });

/** The part of a name that fits: all of it, its first words, or its beginning. */
export function fitted(name: string, room: number, size: number): string {
  const letters = Math.floor(room / (LETTER * size));
  if (name.length <= letters) return name;
  const words = name.split(' ');
  while (words.length > 1 && words.join(' ').length > letters) words.pop();
  const short = words.join(' ');
  if (short.length <= letters) return short;
  return cut(short, letters);
}

/** A word whose meaning depends on its end: all of it, or its beginning with an ellipsis. */
export function shortened(word: string, room: number, size: number): string {
  const letters = Math.floor(room / (LETTER * size));
  return word.length <= letters ? word : cut(word, letters);
}

const cut = (text: string, letters: number): string => (letters >= 4 ? `${text.slice(0, letters - 1).trimEnd()}…` : '');
