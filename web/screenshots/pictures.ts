// What is photographed: a fight in the middle, so that there is something to see.

import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';

interface Seat {
  key: string;
  link: string;
  seat: { name: string; role: string };
}

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

export async function pictures(browser: Browser, url: string, folder: string): Promise<void> {
  const post = async (path: string, body: unknown, key = ''): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };
    const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  };
  const made = (await post('/tables', {
    from: { kind: 'ready', name: 'clockworld:tavern-shootout' },
    seats: [
      { name: 'Mudo', role: 'player', actors: ['mudo'] },
      { name: 'Hanne', role: 'player', actors: ['hanne'] },
    ],
  })) as { table: { code: string }; seats: Seat[] };
  const [gm, mudo, hanne] = made.seats as [Seat, Seat, Seat];
  const { code } = made.table;
  for (let id = 0; id < 14; id += 1) {
    await post(`/tables/${code}/bot`, { id: `warm-${id}`, policy: 'bold' }, gm.key).catch(() => null);
  }

  const fresh = (await post('/tables', {
    from: { kind: 'ready', name: 'clockworld:tavern-shootout' },
    seats: [{ name: 'Mudo', role: 'player', actors: ['mudo'] }],
  })) as { seats: Seat[] };

  for (const colorScheme of ['light', 'dark'] as const) {
    const desk = await browser.newContext({ viewport: DESK, colorScheme, reducedMotion: 'reduce' });
    const phone = await browser.newContext({ viewport: PHONE, colorScheme, reducedMotion: 'reduce', hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    const shot = (page: Page, name: string) => page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    const at = async (context: BrowserContext, path: string): Promise<Page> => {
      const page = await context.newPage();
      page.on('pageerror', (error) => console.error(path, error.message));
      page.on('console', (message) => message.type() === 'error' && console.error(path, message.text()));
      await page.goto(url + path);
      await page.waitForTimeout(700);
      return page;
    };

    const home = await at(desk, '/');
    await shot(home, 'home-desk');
    await home.close();
    const small = await at(phone, '/');
    await shot(small, 'home-phone');
    await small.close();

    const lead = await at(desk, gm.link);
    await shot(lead, 'table-gm');
    await lead.locator('[data-gm]').click();
    await shot(lead, 'table-gm-tools');
    await lead.keyboard.press('?');
    await lead.waitForTimeout(200);
    await shot(lead, 'keys');
    await lead.keyboard.press('Escape');

    const player = await at(phone, mudo.link);
    await shot(player, 'table-phone');
    for (const tab of ['map', 'sheet', 'log']) {
      await player.locator(`[data-tab="${tab}"]`).click();
      await player.waitForTimeout(250);
      await shot(player, `table-phone-${tab}`);
    }
    await player.close();

    await lead.close();

    // An action in the making: at a desk with the way on the map, on a phone with the odds.
    const begun = await at(desk, fresh.seats[0]?.link ?? '');
    await fill(begun, 'attack');
    await shot(begun, 'draft-attack-desk');
    await begun.keyboard.press('Escape');
    await begun.locator('[data-offers] [data-verb="move"]').first().click();
    await begun.waitForTimeout(600);
    const cell = begun.locator('.board .choice').nth(20);
    await cell.hover({ force: true });
    await begun.waitForTimeout(300);
    await shot(begun, 'draft-move-desk');
    await begun.close();
    const mine = await at(phone, fresh.seats[1]?.link ?? '');
    await fill(mine, 'attack');
    await mine.locator('.confirm').scrollIntoViewIfNeeded();
    await shot(mine, 'draft-attack-phone');
    await mine.close();

    for (const [name, path] of [
      ['rules', '/rules/clockworld'],
      ['designer', '/designer/odds?roll=4d6kh3'],
      ['simulate', '/designer/simulate'],
      ['replay', `/t/${code}/replay#${gm.key}`],
      ['luck', `/t/${code}/luck#${gm.key}`],
    ] as const) {
      const page = await at(desk, path);
      if (name === 'simulate') {
        await page.locator('input[type=number]').fill('6');
        await page.locator('main button.main').click();
        await page.waitForSelector('article, [role=alert]', { timeout: 90_000 }).catch(() => null);
      }
      if (name === 'replay') {
        for (let step = 0; step < 6; step += 1) await page.getByRole('button', { name: 'One step forward' }).click();
        await page.waitForTimeout(400);
      }
      await shot(page, `${name}-desk`);
      await page.setViewportSize(PHONE);
      await page.waitForTimeout(200);
      await shot(page, `${name}-phone`);
      await page.close();
    }

    // A reaction: a foe attacks, and the player is asked.
    const asked = await at(phone, hanne.link);
    for (let id = 0; id < 40 && (await asked.locator('[data-question]').count()) === 0; id += 1) {
      await post(`/tables/${code}/bot`, { id: `${colorScheme}-ask-${id}`, policy: 'bold' }, gm.key).catch(() => null);
      await asked.waitForTimeout(60);
    }
    await asked.waitForTimeout(900);
    await shot(asked, 'question-phone');
    await asked.close();
    await desk.close();
    await phone.close();
  }
}

/** Begins an action and takes the first of whatever has to be chosen. */
async function fill(page: Page, verb: string): Promise<void> {
  await page.locator(`[data-offers] [data-verb="${verb}"]`).first().click();
  await page.waitForTimeout(500);
  const choice = page.locator('[data-draft] .open .choice').first();
  if ((await choice.count()) > 0) await choice.click();
  await page.waitForTimeout(1_000);
}
