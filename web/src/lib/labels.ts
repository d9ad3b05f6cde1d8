// Names on a map: large enough to be read at any zoom, and as much of each as there is room for.

import type { Point } from './geometry';

/** Names are at least so many pixels high on the screen, where that is no more than a third of a cell. */
const LEAST = 11.5;
const MOST = 0.34;
/** The height of names where there is room, in cells. */
const USUAL = 0.165;
/** A letter is so wide, measured by its height. */
const LETTER = 0.6;
/** The most cells that a name spans. */
const WIDEST = 3;

/** Something to be named on the map. */
export interface Named {
  thing: { name: string };
  at: Point;
}

export interface Label {
  text: string;
  /** How many cells there are for what is written below. */
  room: number;
  /** Does nobody stand where a second line would be? */
  free: boolean;
}

/** How high names are, in cells, where a cell is so many pixels wide. In steps, so that zooming does not redraw all of them. */
export function textSize(pixels: number): number {
  if (pixels <= 0) return USUAL;
  return Math.round(50 * Math.max(USUAL, Math.min(MOST, LEAST / pixels))) / 50;
}

/** The names of people, and of things where people leave room for them. */
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

/** How far away those are who stand in the same row. */
function besides(one: Named, others: readonly Named[]): number[] {
  return others.filter(({ at }) => Math.abs(at.y - one.at.y) < 0.5).map(({ at }) => Math.abs(at.x - one.at.x));
}

const isBelow = (one: Named, other: Named): boolean =>
  other.at.y - one.at.y >= 0.5 && other.at.y - one.at.y < 1.3 && Math.abs(other.at.x - one.at.x) < 0.8;

const widthOf = (text: string, size: number): number => text.length * LETTER * size;
const label = (name: string, room: number, size: number): Label => ({ text: fitted(name, room, size), room, free: true });

/** As much of a name as fits: all of it, its first words, or its beginning. */
export function fitted(name: string, room: number, size: number): string {
  const letters = Math.floor(room / (LETTER * size));
  if (name.length <= letters) return name;
  const words = name.split(' ');
  while (words.length > 1 && words.join(' ').length > letters) words.pop();
  const short = words.join(' ');
  if (short.length <= letters) return short;
  return cut(short, letters);
}

/** A word that would mean something else without its end: all of it, or its beginning and a sign that there is more. */
export function shortened(word: string, room: number, size: number): string {
  const letters = Math.floor(room / (LETTER * size));
  return word.length <= letters ? word : cut(word, letters);
}

const cut = (text: string, letters: number): string => (letters >= 4 ? `${text.slice(0, letters - 1).trimEnd()}…` : '');
