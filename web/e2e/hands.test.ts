// Map interaction at a desk: dragging a token, measuring, pointing; and keys that skip the confirmation.

import { describe, expect, it } from 'vitest';
import { beside } from './map';
import type { Seat } from './seat';
import { stage } from './stage';
import { Tables, desk, phone, player } from './tables';
import { until } from './wait';

const on = stage();
const tables = new Tables(on);

/** Mudo stands next to someone with a knife, who may strike when he leaves; Hanne stands alone. */
const SCENE = `book = "clockworld"
title = "Beside a knife"
map = { grid = "square", columns = 12, rows = 7, cell = 5, unit = "feet" }

[[characters]]
from = "gunslinger"
name = "Mudo"
at = [4, 2]

[[characters]]
from = "gunslinger"
name = "Hanne"
at = [1, 5]

[[characters]]
from = "knife-bandit"
name = "Left"
at = [4, 1]
`;
const [MUDO, HANNE] = [0, 1];

async function drag(seat: Seat, actor: number, cells: { x: number; y: number }): Promise<void> {
  const { mouse } = seat.page;
  const [from, to] = [await beside(seat.page, actor), await beside(seat.page, actor, cells)];
  await mouse.move(from.x, from.y);
  await mouse.down();
  for (let step = 1; step <= 10; step += 1) {
    await mouse.move(from.x + ((to.x - from.x) * step) / 10, from.y + ((to.y - from.y) * step) / 10);
  }
}

const cellOf = async (seat: Seat, actor: number): Promise<unknown> =>
  (await seat.situation()).view.actors.find((one) => one.id === actor)?.place?.cell;

describe('on the map', () => {
  it('a token is dragged: its way and cost are shown, and it goes where it is dropped', { timeout: 60_000 }, async () => {
    const faults: string[] = [];
    const gm = await tables.sit(await tables.makeFrom(SCENE), 0, 'GM', desk, faults);
    const { page } = gm;
    await drag(gm, HANNE, { x: 3, y: 0 });
    await page.locator('[data-aim]').filter({ hasText: '15 feet' }).waitFor();
    const points = (await page.locator('polyline.way').getAttribute('points'))?.trim().split(' ') ?? [];
    expect(points, 'a way of three steps').toHaveLength(4);
    expect(await page.locator('[data-aim]').innerText(), 'nobody may react').not.toMatch(/react/);
    await page.mouse.up();
    await until('Hanne stands there', () => cellOf(gm, HANNE), (cell) => JSON.stringify(cell) === '{"x":4,"y":5}');
    await gm.settled();
    await page.locator('[data-draft]').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('a way that lets somebody react says so, and waits to be confirmed', { timeout: 60_000 }, async () => {
    const faults: string[] = [];
    const gm = await tables.sit(await tables.makeFrom(SCENE), 0, 'GM', desk, faults);
    const { page } = gm;
    await drag(gm, MUDO, { x: 3, y: 0 });
    await page.locator('[data-aim]').filter({ hasText: 'Left may react' }).waitFor();
    await page.mouse.up();
    const said = page.locator('[data-draft="move"] [data-provokes]');
    await said.waitFor();
    expect(await said.innerText()).toMatch(/Left: Mudo Moves within Left's Reach\. Pot Shot\?[\s\S]*CW-245/);
    await gm.check('what a move provokes');
    await page.locator('polyline.way').waitFor({ state: 'attached' });
    expect(await page.locator('[data-aim]').innerText()).toMatch(/15 feet/);
    expect(await cellOf(gm, MUDO), 'he has not gone yet').toEqual({ x: 4, y: 2 });
    await gm.confirm();
    await page.locator('[data-question="pot-shot"]').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('the ruler measures, and pointing is seen on a phone', { timeout: 60_000 }, async () => {
    const faults: string[] = [];
    const made = await tables.makeFrom(SCENE, [player('mudo', 'Mudo')]);
    const gm = await tables.sit(made, 0, 'GM', desk, faults);
    const mudo = await tables.sit(made, 1, 'Mudo', phone, faults);
    const { page } = gm;
    const tap = async (cells: { x: number; y: number }): Promise<void> => {
      const { x, y } = await beside(page, MUDO, cells);
      await page.mouse.click(x, y);
    };
    await page.getByRole('button', { name: 'Ruler' }).click();
    await tap({ x: 0, y: 0 });
    await tap({ x: 4, y: 3 });
    // Four across and three down: a straight distance of five cells of 5 feet each.
    await until('it measures', () => page.locator('text.measure').innerHTML(), (text) => text.includes('25 feet straight'));
    await page.getByRole('button', { name: 'Ruler' }).click();
    await page.locator('text.measure').waitFor({ state: 'detached' });
    expect((await gm.situation()).line, 'measuring does nothing').toBe(0);

    await mudo.open('map');
    expect(await mudo.page.locator('circle.pointed').count()).toBe(0);
    await page.getByRole('button', { name: 'Point' }).click();
    await tap({ x: 2, y: 1 });
    const ring = mudo.page.locator('circle.pointed');
    await ring.waitFor({ state: 'attached' });
    expect([await ring.getAttribute('cx'), await ring.getAttribute('cy')]).toEqual(
      await page.locator('circle.pointed').evaluate((seen) => [seen.getAttribute('cx'), seen.getAttribute('cy')]),
    );
    await ring.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    for (const seat of [gm, mudo]) await seat.page.context().close();
  });

  it('Shift with a number does it at once', { timeout: 60_000 }, async () => {
    const faults: string[] = [];
    const gm = await tables.sit(await tables.makeFrom(SCENE), 0, 'GM', desk, faults);
    const { page } = gm;
    const number = await page.locator('[data-offers] [data-verb="defend"] kbd').innerText();
    await page.keyboard.press(`Shift+Digit${number}`);
    // No confirmation was needed. The page may be updated a moment later.
    await until('it is done', () => gm.situation(), (now) => now.line === 1);
    await page.locator('[data-draft]').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
