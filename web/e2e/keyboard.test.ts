// Keyboard only: from "play now" through an attack, answers, a move on the map, undo and redo.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { desk } from './tables';
import { guest, Seat } from './seat';
import { stage } from './stage';

const on = stage();

/** Presses Tab until the element has a visible focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    const focused = page.locator(`${selector}:focus`);
    if (await focused.count()) {
      const outline = await focused.evaluate((element) => getComputedStyle(element).outlineStyle);
      expect(outline, `${selector} shows that it has the focus`).not.toBe('none');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`the tab key does not lead to ${selector}`);
}

/** The key that starts an offer of the list. */
const keyOf = (page: Page, verb: string): Promise<string> => page.locator(`[data-offers] [data-verb="${verb}"] kbd`).innerText();

async function answerAll(seat: Seat): Promise<void> {
  while ((await seat.settled()).questions.length > 0) {
    await seat.page.keyboard.press('q');
    await seat.page.keyboard.press('1');
    await seat.page.locator('[data-question] .option:focus').waitFor();
    await seat.page.keyboard.press('Enter');
  }
}

describe('with a keyboard alone', () => {
  it('a game master opens a table, attacks, moves, undoes and finds the keys', { timeout: 90_000 }, async () => {
    const faults: string[] = [];
    const context = await on.browser.newContext(desk);
    const host = await guest(context, faults, on.server.url);
    const { page } = host;
    await page.goto(on.server.url);
    await page.locator('[data-play="clockworld:tavern-shootout"]').waitFor();
    await tabTo(page, '[data-play="clockworld:tavern-shootout"]');
    await page.keyboard.press('Enter');
    await page.locator('dialog [data-lead]').waitFor();
    await tabTo(page, '[data-lead]');
    await page.keyboard.press('Enter');
    const gm = await Seat.take('GM', host, false, faults);
    await gm.settled();

    await page.keyboard.press('?');
    await page.locator('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press(await keyOf(page, 'attack'));
    await page.locator('[data-draft="attack"]').waitFor();
    await tabTo(page, '[data-choice="rusk"]');
    await page.keyboard.press('Enter');
    await page.locator('[data-draft] .odds dd').first().waitFor();
    await tabTo(page, '.confirm:enabled');
    await page.keyboard.press('Enter');
    await page.locator('[data-draft]').waitFor({ state: 'detached' });
    await answerAll(gm);
    expect((await gm.log()).length, 'the attack is in the log').toBeGreaterThan(0);

    const before = (await gm.situation()).view.actors[0]?.place;
    await page.keyboard.press(await keyOf(page, 'move'));
    await page.locator('[data-draft="move"][aria-busy="false"]').waitFor();
    await page.keyboard.press('m');
    await page.locator('[data-map]:focus').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await tabTo(page, '.confirm:enabled');
    await page.keyboard.press('Enter');
    await page.locator('[data-draft]').waitFor({ state: 'detached' });
    await answerAll(gm);
    expect((await gm.situation()).view.actors[0]?.place, 'Mudo has moved').not.toEqual(before);

    for (const [key, place] of [['l', '[role="log"]'], ['s', '[data-sheet]'], ['m', '[data-map]'], ['a', '[data-offers] .offer']] as const) {
      await page.keyboard.press(key);
      await page.locator(`${place}:focus`).waitFor();
    }
    await page.keyboard.press('Control+z');
    await page.locator('[role="log"] .undone').first().waitFor();
    await gm.settled();
    await page.keyboard.press('Control+y');
    await page.locator('[role="log"] .undone').first().waitFor({ state: 'detached' });

    const selected = await page.locator('button[data-actor][aria-pressed="true"]').getAttribute('data-actor');
    await page.keyboard.press('n');
    await expect.poll(() => page.locator('button[data-actor][aria-pressed="true"]').getAttribute('data-actor')).not.toBe(selected);
    expect(faults).toEqual([]);
    await context.close();
  });
});
