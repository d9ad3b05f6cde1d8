// Checks for every screen: accessibility faults, and content wider than the screen.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: unknown): Promise<{
    violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
  }>;
}

/** The faults of a screen: serious accessibility violations, and anything wider than the screen. */
export async function faultsOf(page: Page, where: string): Promise<string[]> {
  // The page's content policy allows no third-party scripts, so axe is injected here.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const result = await (window as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] });
    return result.violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .map((one) => `${one.id}: ${one.nodes[0]?.html.slice(0, 160)} ${one.nodes[0]?.failureSummary.slice(0, 200)}`);
  });
  // Not the width of the window: on a phone it grows with the content.
  const [wide, screen] = [await page.evaluate(() => document.documentElement.scrollWidth), page.viewportSize()?.width ?? 0];
  if (wide > screen + 1) found.push(`${wide} px wide on a screen of ${screen} px`);
  found.push(...(await page.evaluate(cutOff)).map((words) => `“${words}” is cut off`));
  return found.map((fault) => `${where}: ${fault}`);
}

/** Text that is clipped by its container without a way to scroll. Runs in the page. */
function cutOff(): string[] {
  const found: string[] = [];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    // The map can be panned; a closed select shows only its value; text for screen readers has no size.
    if (text === '' || !parent || parent.closest('svg, select, textarea, .hidden') || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    if (right - left < 1) continue;
    for (let box: HTMLElement | null = parent; box; box = box.parentElement) {
      const { overflowX, textOverflow, position } = getComputedStyle(box);
      if (overflowX === 'auto' || overflowX === 'scroll') break;
      const edge = box.getBoundingClientRect();
      const isHidden = overflowX === 'hidden' || overflowX === 'clip' || box === document.documentElement;
      if (isHidden && textOverflow !== 'ellipsis' && (left < edge.left - 1 || right > edge.right + 1)) {
        found.push(text.slice(0, 60));
        break;
      }
      if (position === 'fixed') break;
    }
  }
  return found;
}
