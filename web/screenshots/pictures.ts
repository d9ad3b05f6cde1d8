// The scenes to photograph: in the middle of a fight, so that there is something to see.

import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';

interface Seat {
  key: string;
  link: string;
  seat: { name: string; role: string };
}

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
const WIDE = { width: 2560, height: 1440 };

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

  // A fight in progress without open questions: for a picture with a log and a draft of an attack.
  const middle = (await post('/tables', { from: { kind: 'ready', name: 'clockworld:tavern-shootout' } })) as { table: { code: string }; seats: Seat[] };
  let attacker = 0;
  for (let id = 0; id < 30; id += 1) {
    const key = middle.seats[0]?.key ?? '';
    await post(`/tables/${middle.table.code}/bot`, { id: `warm-${id}`, policy: 'bold' }, key).catch(() => null);
    const response = await fetch(`${url}/api/v1/tables/${middle.table.code}/situation`, { headers: { authorization: `Bearer ${key}` } });
    const now = (await response.json()) as { questions: unknown[]; offers: { verb: string; actor: number; refused?: unknown }[] };
    const attack = now.offers.find((offer) => offer.verb === 'attack' && !offer.refused);
    attacker = attack?.actor ?? attacker;
    if (id >= 8 && now.questions.length === 0 && attack) break;
  }

  const tables: Record<string, { seats: Seat[] }> = {};
  for (const [name, scene, first] of [
    ['proficiency', 'proficiency:party-against-a-gang', 'warrior'],
    ['crisis', 'crisis:street-fight', 'vesna'],
    ['stamina', 'stamina:bridge-brawl', 'isra'],
    ['segments', 'segments:ambush', 'berta'],
    ['without-a-map', 'proficiency:a-season-in-the-valley', 'warrior'],
  ] as const) {
    const table = (await post('/tables', {
      from: { kind: 'ready', name: scene },
      seats: [{ name: 'Ann', role: 'player', actors: [first] }],
    })) as { table: { code: string }; seats: Seat[] };
    tables[name] = table;
    for (let id = 0; id < 10; id += 1) {
      await post(`/tables/${table.table.code}/bot`, { id: `warm-${id}`, policy: 'bold' }, table.seats[0]?.key).catch(() => null);
    }
  }
  await post(`/tables/${code}/timer`, { timer: { seconds: 60, then: 'decline' } }, gm.key);

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
    await home.setViewportSize(WIDE);
    await home.waitForTimeout(300);
    await shot(home, 'home-wide');
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
    await lead.setViewportSize(WIDE);
    await lead.waitForTimeout(300);
    await shot(lead, 'table-wide');

    const player = await at(phone, mudo.link);
    await shot(player, 'table-phone');
    for (const tab of ['map', 'sheet', 'log']) {
      await player.locator(`[data-tab="${tab}"]`).click();
      await player.waitForTimeout(250);
      await shot(player, `table-phone-${tab}`);
    }
    await player.close();

    await lead.close();

    // A draft of an action: at a desk with the path on the map, on a phone with the odds.
    const begun = await at(desk, fresh.seats[0]?.link ?? '');
    await fill(begun, 'attack');
    await shot(begun, 'draft-attack-desk');
    await begun.keyboard.press('Escape');
    await begun.locator('[data-offers] [data-verb="move"]').first().click();
    await begun.waitForTimeout(600);
    const cell = begun.locator('.board .choice').last();
    await cell.hover({ force: true });
    await begun.waitForTimeout(300);
    await shot(begun, 'draft-move-desk');
    await begun.close();
    const later = await at(desk, middle.seats[0]?.link ?? '');
    await later.locator(`button[data-actor="${attacker}"]`).click();
    await fill(later, 'attack');
    await shot(later, 'draft-middle-desk');
    await later.close();
    const mine = await at(phone, fresh.seats[1]?.link ?? '');
    await fill(mine, 'attack');
    await mine.locator('.confirm').scrollIntoViewIfNeeded();
    await shot(mine, 'draft-attack-phone');
    await mine.close();

    for (const [name, path, prepare] of screens(code, gm.key)) {
      const page = await at(desk, path);
      await prepare?.(page).catch((error: Error) => console.error(name, error.message));
      await shot(page, `${name}-desk`);
      await page.setViewportSize(PHONE);
      await page.waitForTimeout(200);
      await shot(page, `${name}-phone`);
      await page.close();
    }

    // The seats with a join code and the answer timer; and a player with the code.
    const menu = await at(desk, fresh.seats[0]?.link ?? '');
    await menu.getByRole('button', { name: /Seats/ }).click();
    const make = menu.locator('[data-make-invite]');
    if ((await make.count()) > 0) await make.click();
    await menu.waitForSelector('[data-invite]');
    await shot(menu, 'seats-desk');
    const joining = await at(phone, '/');
    await joining.locator('#join').fill((await menu.locator('[data-invite]').textContent()) ?? '');
    await joining.locator('#join').press('Enter');
    await joining.waitForTimeout(600);
    await shot(joining, 'join-phone');
    await joining.close();
    await menu.close();

    // Every book, in the middle of an encounter.
    for (const [name, table] of Object.entries(tables)) {
      const lead = await at(desk, table.seats[0]?.link ?? '');
      await shot(lead, `${name}-desk`);
      await lead.close();
      const player = await at(phone, table.seats[1]?.link ?? '');
      await shot(player, `${name}-phone`);
      await player.close();
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

type Screen = readonly [string, string, ((page: Page) => Promise<void>)?];

/** The screens besides the table, each with the steps to show something. */
function screens(code: string, key: string): Screen[] {
  return [
    [
      'rules',
      '/rules/clockworld#CW-095',
      async (page) => {
        await page.locator('[data-cases] > summary').first().click();
        await page.locator('.case summary').first().click();
        await page.waitForTimeout(200);
      },
    ],
    ['dice', '/designer/odds?roll=4d6kh3'],
    [
      'actions',
      '/designer/actions?scene=clockworld:tavern-shootout&actor=mudo&do=attack&.target=rusk',
      async (page) => void (await page.waitForSelector('.stack', { timeout: 30_000 })),
    ],
    [
      'simulate',
      '/designer/simulate',
      async (page) => {
        await page.locator('input[type=number]').fill('200');
        await page.locator('main button.main').click();
        await page.waitForSelector('article, [role=alert]', { timeout: 90_000 });
      },
    ],
    [
      'house-rules',
      '/designer/rules',
      async (page) => {
        await page.waitForSelector('[data-switch]');
        await page.locator('input[type=number]').first().fill('60');
        for (const at of [0, 1, 2]) {
          await page.locator('[data-switch] li button').nth(at).click();
          await page.waitForTimeout(300);
          await page.locator('[data-switch] progress').waitFor({ state: 'detached', timeout: 90_000 });
        }
      },
    ],
    [
      'sweep',
      '/designer/sweep',
      async (page) => {
        await page.locator('select').first().selectOption('clockworld:duel');
        await page.waitForTimeout(600);
        await page.locator('input[type=number]').first().fill('60');
        const fields = page.locator('form input:not([type=number])');
        await fields.nth(0).fill('mudo.shock_limit=1..5');
        await fields.nth(1).fill('vole.shock_limit=1..5');
        await page.locator('form button.main').click();
        await page.waitForSelector('table, [role=alert]', { timeout: 90_000 });
        await page.evaluate(() => scrollTo(0, 0));
      },
    ],
    [
      'scene',
      '/designer/compare',
      async (page) => {
        await page.locator('summary').first().click();
        const text = page.locator('textarea');
        await text.fill((await text.inputValue()).replace('book = ', 'bok = 3\nbook = '));
        await text.evaluate((area) => (area.scrollTop = 0));
        await page.waitForSelector('.wrong', { timeout: 30_000 });
      },
    ],
    [
      'replay',
      `/t/${code}/replay#${key}`,
      async (page) => {
        for (let step = 0; step < 6; step += 1) await page.getByRole('button', { name: 'One step forward' }).click();
        await page.waitForTimeout(400);
      },
    ],
    ['luck', `/t/${code}/luck#${key}`],
  ];
}

/** Starts an action and fills each required slot with its first value. */
async function fill(page: Page, verb: string): Promise<void> {
  await page.locator(`[data-offers] [data-verb="${verb}"]`).first().click();
  await page.waitForTimeout(500);
  const choice = page.locator('[data-draft] .open .choice').first();
  if ((await choice.count()) > 0) await choice.click();
  await page.waitForTimeout(1_000);
}
