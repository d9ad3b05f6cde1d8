// The map on a screen: the positions of its cells.

import type { Page } from 'playwright-core';

export interface Spot {
  x: number;
  y: number;
}

/** The screen position of a token, or of a place some cells away from it. */
export function beside(page: Page, actor: number, cells: Spot = { x: 0, y: 0 }): Promise<Spot> {
  return page.evaluate(
    ([id, dx, dy]) => {
      const token = document.querySelector<SVGGElement>(`[data-map] svg [data-actor="${id}"]`);
      const [x = 0, y = 0] = (token?.getAttribute('transform') ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [];
      const matrix = token?.ownerSVGElement?.getScreenCTM();
      if (!matrix) throw new Error(`there is no token ${id} on the map`);
      const { x: left, y: top } = new DOMPoint(x + dx, y + dy).matrixTransform(matrix);
      return { x: left, y: top };
    },
    [actor, cells.x, cells.y] as const,
  );
}
