// The replay of a journal file: step by step, at speed, from the view of any seat.

import { describe, expect, it } from 'vitest';
import { guest } from './seat';
import { stage } from './stage';
import { Tables, desk } from './tables';
import { until } from './wait';

const on = stage();
const tables = new Tables(on);

describe('a journal', () => {
  it('is opened from a file and watched forward, back and with other eyes', { timeout: 60_000 }, async () => {
    const made = await tables.make('clockworld:tavern-shootout');
    await tables.take(made, 'correct', { who: 'mudo', what: 'reactions', to: '7' });
    await tables.take(made, 'check', { who: 'rusk', skill: 'acuity', rank: 'adept', secret: 'yes' });
    await tables.take(made, 'injure', { who: 'rusk', severity: 'serious', part: 'chest' });
    const journal = await tables.get(`/api/v1/tables/${made.table.code}/export/journal`, made.seats[0]?.key);

    const faults: string[] = [];
    const context = await on.browser.newContext(desk);
    const { page } = await guest(context, faults, on.server.url);
    await page.goto(on.server.url);
    await page.setInputFiles('input[type=file]', { name: 'evening.journal', mimeType: 'text/plain', buffer: Buffer.from(journal) });
    await page.locator('[data-watch]').click();
    await page.waitForURL(/\/replay#/);

    const step = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
    const at = (line: number): Promise<void> => page.locator('footer').getByText(`Line ${line} of 3`).last().waitFor();
    const dice = page.locator('[role="log"] .dice');
    const hurt = page.locator('aside button').filter({ hasText: 'Rusk' }).filter({ hasText: 'Serious' });
    await at(0);
    expect(await page.locator('[role="log"] [data-row]').count()).toBe(0);
    await step('One step forward');
    await at(1);
    expect(await dice.count(), 'no dice yet').toBe(0);
    await step('One step forward');
    await dice.first().waitFor();
    expect(await hurt.count(), 'Rusk is not hurt yet').toBe(0);
    await step('One step forward');
    await hurt.waitFor();
    await step('One step back');
    await hurt.waitFor({ state: 'detached' });
    await at(2);

    // The check was secret: in Mudo's view it never happened.
    await page.getByLabel('Seen by').selectOption({ label: 'Mudo' });
    await dice.first().waitFor({ state: 'detached' });
    await page.getByLabel('Seen by').selectOption({ label: 'you' });
    await dice.first().waitFor();

    await step('To the start');
    await at(0);
    await page.getByLabel('Speed').selectOption('5×');
    // One step every 240 ms, with a clock controlled by the test.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.clock.runFor(230);
    await at(0);
    await page.clock.runFor(20);
    await at(1);
    await page.clock.runFor(480);
    await at(3);
    await page.clock.resume();
    await until('it stops at the end', () => page.getByRole('button', { name: 'Play' }).count(), (count) => count === 1);
    expect(faults).toEqual([]);
    await context.close();
  });
});
