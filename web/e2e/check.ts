// What is looked for on every screen: faults for people who do not see it, or see it badly, and too much width.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: unknown): Promise<{
    violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
  }>;
}

/** What is wrong with a screen: serious faults, and anything wider than the screen. */
export async function faultsOf(page: Page, where: string): Promise<string[]> {
  // The policy of the page allows no scripts of others; this one goes in beside it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const result = await (window as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] });
    return result.violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .map((one) => `${one.id}: ${one.nodes[0]?.html.slice(0, 160)} ${one.nodes[0]?.failureSummary.slice(0, 200)}`);
  });
  // Not the width of the window: a phone makes that as wide as what is in it.
  const [wide, screen] = [await page.evaluate(() => document.documentElement.scrollWidth), page.viewportSize()?.width ?? 0];
  if (wide > screen + 1) found.push(`${wide} px wide on a screen of ${screen} px`);
  found.push(...(await page.evaluate(cutOff)).map((words) => `“${words}” is cut off`));
  return found.map((fault) => `${where}: ${fault}`);
}

/** Words that go beyond the edge of what holds them, where nobody can scroll to them. Runs in the page. */
function cutOff(): string[] {
  const found: string[] = [];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    // On the map one pans; a list that is closed shows its choice alone; what is only for listeners has no size.
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
