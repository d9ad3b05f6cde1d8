// The map on a screen: where its cells are.

import type { Page } from 'playwright-core';

export interface Spot {
  x: number;
  y: number;
}

/** Where a token stands on the screen, or a place so many cells beside it. */
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
