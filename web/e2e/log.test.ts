// The log: filters, search and export.

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../src/lib/wire';
import type { Seat } from './seat';
import { stage } from './stage';
import { Tables, desk } from './tables';

const on = stage();
const tables = new Tables(on);

async function exported(seat: Seat, as: string): Promise<{ name: string; text: string }> {
  const { page } = seat;
  await page.locator('details.export summary').click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: as }).click()]);
  await page.locator('details.export summary').click();
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

describe('the log', () => {
  it('is filtered by who it is about and by words, and taken home as text and as JSON', { timeout: 60_000 }, async () => {
    const faults: string[] = [];
    const made = await tables.make('clockworld:tavern-shootout');
    await tables.take(made, 'check', { who: 'mudo', skill: 'acuity', rank: 'adept' });
    await tables.take(made, 'check', { who: 'rusk', skill: 'acuity', rank: 'adept' });
    await tables.take(made, 'injure', { who: 'rusk', severity: 'serious', part: 'chest' });
    await tables.put(made, { kind: 'undo', dice: 'same' });
    const gm = await tables.sit(made, 0, 'GM', desk, faults);
    const { page } = gm;
    const rows = page.locator('[role="log"] [data-row]');
    const texts = async (): Promise<string[]> => rows.allInnerTexts();
    const all = await texts();
    expect(all.join('\n')).toMatch(/Mudo[\s\S]*Rusk/);

    const about = page.getByLabel('Only about');
    await about.selectOption({ label: 'Rusk' });
    const rusk = await texts();
    expect(rusk.length).toBeGreaterThan(0);
    expect(rusk.filter((text) => !text.includes('Rusk'))).toEqual([]);
    await about.selectOption({ label: 'Left Eye' });
    expect(await texts(), 'nothing was about Left Eye').toEqual([]);
    await about.selectOption({ label: 'Everyone' });
    await page.getByPlaceholder('Search').last().fill('serious');
    expect((await texts()).filter((text) => !/serious/i.test(text))).toEqual([]);
    await page.getByPlaceholder('Search').last().fill('');
    expect(await texts()).toEqual(all);

    const text = await exported(gm, 'As text');
    expect(text.name).toBe('tavern-shoot-out.txt');
    const log = await gm.log();
    for (const told of log.flatMap((entry) => entry.told)) {
      expect(text.text).toContain(told.kind === 'line' ? told.text : `${told.name}: ${told.roll}`);
    }
    expect(text.text, 'what was taken back says so').toMatch(/Rusk.*\(undone\)/);
    const json = JSON.parse((await exported(gm, 'As JSON')).text) as LogEntry[];
    expect(json.map(({ line, told }) => ({ line, told }))).toEqual(log.map(({ line, told }) => ({ line, told })));
    const journal = await exported(gm, 'Journal');
    expect(journal.text.trim().split('\n'), 'a heading and every line').toHaveLength(1 + (await gm.situation()).line);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
