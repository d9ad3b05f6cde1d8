// The look of tokens: each side has a colour and a shape, so that sides never differ by colour alone.

import type { SideId } from './wire';

const SHAPES = [
  // a disc
  'M-0.38 0A0.38 0.38 0 1 1 0.38 0A0.38 0.38 0 1 1 -0.38 0Z',
  // a diamond with rounded corners
  'M-0.05 -0.42Q0 -0.46 0.05 -0.42L0.42 -0.05Q0.46 0 0.42 0.05L0.05 0.42Q0 0.46 -0.05 0.42L-0.42 0.05Q-0.46 0 -0.42 -0.05Z',
  // a square with rounded corners
  'M-0.28 -0.34H0.28Q0.34 -0.34 0.34 -0.28V0.28Q0.34 0.34 0.28 0.34H-0.28Q-0.34 0.34 -0.34 0.28V-0.28Q-0.34 -0.34 -0.28 -0.34Z',
  // a hexagon
  'M0.4 0L0.2 0.346H-0.2L-0.4 0L-0.2 -0.346H0.2Z',
];

const SHAPE_NAMES = ['●', '◆', '■', '⬢'];

const at = <T>(list: readonly T[], side: SideId): T => list[side % list.length] as T;

export const sideShape = (side: SideId): string => at(SHAPES, side);
export const sideMark = (side: SideId): string => at(SHAPE_NAMES, side);
export const sideColour = (side: SideId): string => `var(--side-${side % 4})`;

/** One or two letters for a token. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\d]/u.test(word));
  const small = new Set(['the', 'of', 'on', 'a', 'an']);
  const main = words.filter((word) => !small.has(word.toLowerCase()));
  const chosen = main.length > 0 ? main : words;
  const [first, second] = chosen;
  if (!first) return '?';
  return second ? `${[...first][0]}${[...second][0]}`.toUpperCase() : [...first].slice(0, 2).join('');
}
