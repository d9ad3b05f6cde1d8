// The positions of cells in the drawing. One cell is about one unit wide, whatever its size in the game.

import type { Cell, CellChoice, MapView } from './wire';

export interface Point {
  x: number;
  y: number;
}

export interface Ground {
  kind: 'square' | 'hex' | 'zones';
  columns: number;
  rows: number;
  /** The size of the drawing. */
  width: number;
  height: number;
  names: string[];
}

const ROOT3 = Math.sqrt(3);
/** The centre-to-corner distance of a hex whose flat sides are one unit apart. */
const RADIUS = 1 / ROOT3;
const ZONE = { width: 4.4, height: 3.2, gap: 0.6 };

export function groundOf(map: MapView): Ground {
  if (map.grid === 'zones') {
    const count = Math.max(1, map.zones.length);
    const columns = Math.ceil(Math.sqrt(count * 0.8));
    const rows = Math.ceil(count / columns);
    const width = columns * (ZONE.width + ZONE.gap) - ZONE.gap;
    const height = rows * (ZONE.height + ZONE.gap) - ZONE.gap;
    return { kind: 'zones', columns, rows, width, height, names: map.zones };
  }
  const { width: columns, height: rows } = map;
  if (map.grid === 'hex') {
    const width = columns + (rows > 1 ? 0.5 : 0);
    return { kind: 'hex', columns, rows, width, height: RADIUS * (1.5 * rows + 0.5), names: [] };
  }
  return { kind: 'square', columns, rows, width: columns, height: rows, names: [] };
}

const yOf = (cell: Cell): number => cell.y ?? 0;

/** All cells of the map, row by row. */
export function cellsOf(ground: Ground): Cell[] {
  if (ground.kind === 'zones') return ground.names.map((_, x) => ({ x, y: 0 }));
  const cells: Cell[] = [];
  for (let row = 0; row < ground.rows; row += 1) {
    for (let column = 0; column < ground.columns; column += 1) cells.push(cellAt(ground, column, row));
  }
  return cells;
}

/** Hexes point up, and odd rows are shifted half a cell to the right. */
export function cellAt(ground: Ground, column: number, row: number): Cell {
  if (ground.kind === 'hex') return { x: column - (row - (row & 1)) / 2, y: row };
  if (ground.kind === 'zones') return { x: row * ground.columns + column, y: 0 };
  return { x: column, y: row };
}

export function columnAndRow(ground: Ground, cell: Cell): [number, number] {
  const y = yOf(cell);
  if (ground.kind === 'hex') return [cell.x + (y - (y & 1)) / 2, y];
  if (ground.kind === 'zones') return [cell.x % ground.columns, Math.floor(cell.x / ground.columns)];
  return [cell.x, y];
}

export function isOn(ground: Ground, cell: Cell): boolean {
  const [column, row] = columnAndRow(ground, cell);
  const inside = column >= 0 && row >= 0 && column < ground.columns && row < ground.rows;
  return ground.kind === 'zones' ? cell.x >= 0 && cell.x < ground.names.length : inside;
}

export function centre(ground: Ground, cell: Cell): Point {
  const [column, row] = columnAndRow(ground, cell);
  switch (ground.kind) {
    case 'hex':
      return { x: column + 0.5 + (row & 1) / 2, y: RADIUS * (1 + 1.5 * row) };
    case 'zones':
      return {
        x: column * (ZONE.width + ZONE.gap) + ZONE.width / 2,
        y: row * (ZONE.height + ZONE.gap) + ZONE.height / 2,
      };
    case 'square':
      return { x: column + 0.5, y: row + 0.5 };
  }
}

/** The outline of a cell as a path, smaller by `inset` on each side. */
export function outline(ground: Ground, cell: Cell, inset = 0): string {
  const at = centre(ground, cell);
  const fixed = (value: number) => Number(value.toFixed(3));
  if (ground.kind === 'hex') {
    const radius = RADIUS - inset;
    const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
      const angle = (Math.PI / 3) * corner - Math.PI / 2;
      return `${fixed(at.x + radius * Math.cos(angle))} ${fixed(at.y + radius * Math.sin(angle))}`;
    });
    return `M${corners.join('L')}Z`;
  }
  const [w, h] = ground.kind === 'zones' ? [ZONE.width / 2, ZONE.height / 2] : [0.5, 0.5];
  const [left, top] = [fixed(at.x - w + inset), fixed(at.y - h + inset)];
  return `M${left} ${top}h${fixed(2 * (w - inset))}v${fixed(2 * (h - inset))}h${fixed(-2 * (w - inset))}Z`;
}

/** The cell at a point of the drawing. */
export function cellUnder(ground: Ground, point: Point): Cell | null {
  if (ground.kind === 'square') {
    const cell = { x: Math.floor(point.x), y: Math.floor(point.y) };
    return isOn(ground, cell) ? cell : null;
  }
  let best: Cell | null = null;
  let least = Infinity;
  for (const cell of near(ground, point)) {
    const at = centre(ground, cell);
    const distance = (at.x - point.x) ** 2 + (at.y - point.y) ** 2;
    if (distance < least) [best, least] = [cell, distance];
  }
  if (!best) return null;
  const at = centre(ground, best);
  const [w, h] = ground.kind === 'zones' ? [ZONE.width / 2, ZONE.height / 2] : [0.55, 0.6];
  return Math.abs(at.x - point.x) <= w && Math.abs(at.y - point.y) <= h ? best : null;
}

function near(ground: Ground, point: Point): Cell[] {
  if (ground.kind === 'zones') return cellsOf(ground);
  const row = Math.round((point.y / RADIUS - 1) / 1.5);
  const cells: Cell[] = [];
  for (let y = row - 1; y <= row + 1; y += 1) {
    for (let column = Math.floor(point.x) - 1; column <= Math.floor(point.x) + 1; column += 1) {
      const cell = cellAt(ground, column, y);
      if (isOn(ground, cell)) cells.push(cell);
    }
  }
  return cells;
}

export function neighbours(ground: Ground, cell: Cell): Cell[] {
  if (ground.kind === 'zones') return [];
  const steps: [number, number][] =
    ground.kind === 'hex'
      ? [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]
      : [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];
  return steps.map(([x, y]) => ({ x: cell.x + x, y: yOf(cell) + y })).filter((next) => isOn(ground, next));
}

export const sameCell = (a: Cell, b: Cell): boolean => a.x === b.x && yOf(a) === yOf(b);
export const cellId = (cell: Cell): string => `${cell.x},${yOf(cell)}`;

/** The distance between two cells in steps. */
export function steps(ground: Ground, a: Cell, b: Cell): number {
  const [x, y] = [b.x - a.x, yOf(b) - yOf(a)];
  if (ground.kind === 'hex') return (Math.abs(x) + Math.abs(y) + Math.abs(x + y)) / 2;
  return ground.kind === 'zones' ? Number(!sameCell(a, b)) : Math.max(Math.abs(x), Math.abs(y));
}

/** The straight-line distance between the centres of two cells, in units of the map. */
export function straight(ground: Ground, map: MapView, a: Cell, b: Cell): number {
  const [from, to] = [centre(ground, a), centre(ground, b)];
  return Math.round(Math.hypot(to.x - from.x, to.y - from.y) * map.cell);
}

/** A path to a selectable cell, reconstructed backwards from the costs of the choices. */
export function pathTo(ground: Ground, from: Cell, to: CellChoice, choices: CellChoice[]): Cell[] {
  const cost = new Map(choices.map((choice) => [cellId(choice.cell), choice.cost]));
  const path = [to.cell];
  let here = to.cell;
  let left = to.cost;
  for (let guard = 0; guard < 200 && !sameCell(here, from); guard += 1) {
    const around = neighbours(ground, here);
    if (around.some((cell) => sameCell(cell, from))) break;
    let best: Cell | null = null;
    let nearest = Infinity;
    for (const cell of around) {
      const price = cost.get(cellId(cell));
      if (price === undefined || price >= left) continue;
      const distance = Math.hypot(
        centre(ground, cell).x - centre(ground, from).x,
        centre(ground, cell).y - centre(ground, from).y,
      );
      const weight = price * 100 + distance;
      if (weight < nearest) [best, nearest] = [cell, weight];
    }
    if (!best) break;
    path.push(best);
    left = cost.get(cellId(best)) ?? 0;
    here = best;
  }
  if (!sameCell(path[path.length - 1] ?? from, from)) path.push(from);
  return path.reverse();
}

/** The next cell in the direction of an arrow key. */
export function stepped(ground: Ground, cell: Cell, key: string): Cell {
  const [column, row] = columnAndRow(ground, cell);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  const next = cellAt(ground, column + (dx ?? 0), row + (dy ?? 0));
  return isOn(ground, next) ? next : cell;
}

/** The offset of a token from the centre of a cell with several tokens. */
export function spread(index: number, count: number, kind: Ground['kind']): Point {
  if (kind === 'zones') {
    const perRow = Math.min(4, Math.max(1, count));
    const rows = Math.ceil(count / perRow);
    const row = Math.floor(index / perRow);
    const inRow = row === rows - 1 ? count - row * perRow : perRow;
    return { x: ((index % perRow) - (inRow - 1) / 2) * 1.02, y: 0.25 + (row - (rows - 1) / 2) * 1.02 };
  }
  if (count <= 1) return { x: 0, y: 0 };
  const angle = (2 * Math.PI * index) / count - Math.PI / 2;
  return { x: 0.24 * Math.cos(angle), y: 0.24 * Math.sin(angle) };
}
