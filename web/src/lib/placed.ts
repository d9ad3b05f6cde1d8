import { cellId, centre, spread, type Ground, type Point } from './geometry';
import type { ActorView, Cell } from './wire';

/** Something on the map, and where to draw it. */
export interface Placed<T> {
  thing: T;
  at: Point;
  cell: Cell;
}

/**
 * Where to draw things: those that share a cell are drawn side by side. Things without a place are omitted.
 */
export function placed<T extends { place?: ActorView['place'] }>(ground: Ground, things: T[]): Placed<T>[] {
  const groups = new Map<string, { thing: T; cell: Cell }[]>();
  for (const thing of things) {
    if (!thing.place) continue;
    const cell = thing.place.cell;
    const id = cellId(cell);
    groups.set(id, [...(groups.get(id) ?? []), { thing, cell }]);
  }
  return [...groups.values()].flatMap((group) =>
    group.map(({ thing, cell }, index) => {
      const middle = centre(ground, cell);
      const aside = spread(index, group.length, ground.kind);
      return { thing, cell, at: { x: middle.x + aside.x, y: middle.y + aside.y } };
    }),
  );
}
