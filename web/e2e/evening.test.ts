// An evening: a game master at a desk and two players at their phones, from "play now" to the end of an encounter.
// It knows no rulebook: which one is played is said from outside.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser, startServer, type Running } from './server';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

let server: Running;
let browser: Browser;
const faults: string[] = [];

beforeAll(async () => {
  server = await startServer();
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

interface BookInfo {
  name: string;
  policies: string[];
  scenes: { name: string }[];
}

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`${path}: ${error.message}`));
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(server.url).host && !request.url().startsWith('blob:')) {
      faults.push(`a request to somebody else: ${request.url()}`);
    }
  });
  await page.goto(server.url + path);
  return page;
}

/** Serious faults for people who do not see the page, or see it badly. */
async function seriousFaults(page: Page, where: string): Promise<string[]> {
  // The policy of the page allows no scripts of others; this one goes in beside it.
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const run = (window as unknown as { axe: { run(options: unknown): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }> } }).axe;
    const result = await run.run({ resultTypes: ['violations'] });
    return result.violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .map((one) => `${one.id}: ${one.nodes[0]?.html.slice(0, 160)} ${one.nodes[0]?.failureSummary.slice(0, 200)}`);
  });
  return found.map((fault) => `${where}: ${fault}`);
}

/** Nothing is wider than the screen. */
async function isWithin(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth + 1);
}

const books = async (): Promise<BookInfo[]> => (await fetch(`${server.url}/api/v1/books`)).json() as Promise<BookInfo[]>;
const lines = (page: Page): Promise<number> => page.locator('[role="log"] .line, [role="log"] h3, [role="log"] .dice').count();

describe('an evening', () => {
  // BOOKS=crisis,stamina plays these books.
  for (const name of (process.env['BOOKS'] ?? 'clockworld').split(',')) {
    it(`is played with ${name}`, async () => {
      const book = (await books()).find((one) => one.name === name);
      if (!book) throw new Error(`there is no book ${name}`);
      await evening(book);
      expect(faults).toEqual([]);
    });
  }
});

async function evening(book: BookInfo): Promise<void> {
  const desk = await browser.newContext({ viewport: DESK, reducedMotion: 'reduce' });
  const home = await open(desk, '/');
  const scene = book.scenes.find((one) => one.name.endsWith('shootout')) ?? book.scenes[0];
  if (!scene) return;

  // From "play now" to three people at the table.
  await home.locator(`[data-play="${scene.name}"]`).waitFor();
  await home.waitForLoadState('networkidle');
  faults.push(...(await seriousFaults(home, 'home')));
  await home.locator(`[data-play="${scene.name}"]`).click();
  const links = home.locator('dialog input[readonly]');
  await links.first().waitFor();
  const seats = await links.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  expect(seats.length).toBeGreaterThanOrEqual(2);
  faults.push(...(await seriousFaults(home, 'seats')));
  const policy = book.policies.includes('bold') ? 'bold' : (book.policies[0] ?? 'random');
  const gm = home;
  await gm.locator('[data-lead]').click();
  await gm.locator('[data-offers] .offer').first().waitFor();

  const path = (link: string): string => new URL(link).pathname + new URL(link).hash;
  const phone = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce', hasTouch: true, isMobile: true });
  const one = await open(phone, path(seats[1] ?? ''));
  const other = seats[2] ? await open(phone, path(seats[2])) : null;
  await one.locator('[data-tab="actions"]').waitFor();
  faults.push(...(await seriousFaults(gm, 'gm')), ...(await seriousFaults(one, 'phone')));
  for (const tab of ['map', 'sheet', 'log', 'actions']) {
    await one.locator(`[data-tab="${tab}"]`).tap();
    expect(await isWithin(one), `${book.name}: ${tab} on a phone`).toBe(true);
    faults.push(...(await seriousFaults(one, `phone ${tab}`)));
  }

  // A player takes the first offer that asks for a target, with the odds in view.
  if ((await one.locator('[data-offers] .offer').count()) > 0) {
    await one.locator('[data-offers] .offer').first().tap();
    await one.locator('[data-draft]').waitFor();
    for (let guard = 0; guard < 6 && !(await one.locator('.confirm').isEnabled()); guard += 1) {
      const choice = one.locator('[data-draft] .open .choice').first();
      if ((await choice.count()) === 0) break;
      await choice.tap();
      await one.waitForTimeout(250);
    }
    if (await one.locator('.confirm').isEnabled()) {
      await one.waitForTimeout(300);
      faults.push(...(await seriousFaults(one, 'draft')));
      const before = await lines(gm);
      await one.locator('.confirm').tap();
      await settle(gm, one, other);
      await gm.waitForFunction((was) => document.querySelectorAll('[role="log"] .line, [role="log"] h3, [role="log"] .dice').length > was, before);
    } else {
      await one.locator('[data-draft] header button').last().tap();
    }
  }

  // The machine plays on; whoever is asked answers on their own device, once with a standing answer.
  await gm.locator('[data-gm]').click();
  let reactions = 0;
  for (let turn = 0; turn < 12; turn += 1) {
    reactions += await settle(gm, one, other);
    await act(gm, policy);
  }
  reactions += await settle(gm, one, other);
  expect(await lines(gm)).toBeGreaterThan(5);

  // Undo strikes, redo brings back.
  await gm.keyboard.press('Escape');
  await gm.locator('.top').getByRole('button', { name: 'Undo' }).click();
  await gm.locator('[role="log"] .undone').first().waitFor();
  await gm.locator('.top').getByRole('button', { name: 'Redo' }).click();
  await gm.waitForFunction(() => document.querySelectorAll('[role="log"] .undone').length === 0);
  await settle(gm, one, other);

  // The server is killed and comes back: everybody is told, resumes, and has every line once.
  await one.locator('[data-tab="log"]').tap();
  const had = await lines(one);
  await server.halt('SIGKILL');
  await one.locator('.banner.lost').waitFor();
  await gm.locator('.banner.lost').waitFor();
  await server.start();
  await one.locator('.banner.lost').waitFor({ state: 'detached', timeout: 30_000 });
  await gm.locator('.banner.lost').waitFor({ state: 'detached', timeout: 30_000 });
  expect(await lines(one)).toBe(had);
  await act(gm, policy);
  await settle(gm, one, other);

  // A correction and a hidden roll, where the book offers them: the players do not learn of what is hidden.
  await settle(gm, one, other);
  if ((await gm.locator('[data-gm]').count()) > 0) {
    await gm.locator('[data-gm]').click();
    await hidden(gm, one);
  }

  // To the end.
  const playOn = gm.getByRole('button', { name: 'Play on until somebody is asked' });
  for (let round = 0; round < 60 && (await gm.locator('.banner.over').count()) === 0; round += 1) {
    await settle(gm, one, other);
    if (await playOn.isVisible().catch(() => false)) await playOn.click();
    await gm.waitForTimeout(700);
  }
  faults.push(...(await seriousFaults(gm, 'gm at the end')));
  await desk.close();
  await phone.close();
  expect(reactions, `${book.name}: somebody was asked`).toBeGreaterThan(0);
}

/** Lets a machine act once. */
async function act(gm: Page, policy: string): Promise<void> {
  const choose = gm.locator('.tools select');
  if ((await choose.count()) === 0) return;
  await choose.first().selectOption(policy);
  const once = gm.getByRole('button', { name: /Act once|Answer for them/ });
  if (await once.isVisible()) await once.click();
  await gm.waitForTimeout(120);
}

/** Whoever is asked answers, until nobody is. Gives the number of answers. */
async function settle(gm: Page, ...players: (Page | null)[]): Promise<number> {
  let answered = 0;
  for (let guard = 0; guard < 40; guard += 1) {
    await gm.waitForTimeout(150);
    let was = false;
    for (const page of [...players, gm]) {
      if (!page) continue;
      const option = page.locator('[data-question] .option').first();
      if ((await option.count()) === 0) continue;
      await option.click({ timeout: 3_000 }).catch(() => {});
      answered += 1;
      was = true;
      break;
    }
    if (!was) return answered;
  }
  return answered;
}

/** The game master says something that only the game master may hear, where the book has such an offer. */
async function hidden(gm: Page, player: Page): Promise<void> {
  const offers = gm.locator('.tools .offer');
  const count = await offers.count();
  for (let index = 0; index < count; index += 1) {
    await offers.nth(index).click();
    await gm.locator('[data-draft]').waitFor();
    await gm.waitForTimeout(200);
    const secret = gm.locator('[data-draft] .switch', { hasText: /GM alone|hidden|secret/i }).locator('input');
    if ((await secret.count()) > 0) {
      for (let guard = 0; guard < 8 && !(await gm.locator('.confirm').isEnabled()); guard += 1) {
        const choice = gm.locator('[data-draft] .open .choice').first();
        if ((await choice.count()) === 0) break;
        await choice.click();
        await gm.waitForTimeout(200);
      }
      await secret.first().check();
      await gm.waitForTimeout(250);
      if (await gm.locator('.confirm').isEnabled()) {
        const [mine, theirs] = [await lines(gm), await lines(player)];
        await gm.locator('.confirm').click();
        await settle(gm);
        await gm.waitForTimeout(400);
        expect(await lines(gm)).toBeGreaterThan(mine);
        expect(await lines(player)).toBe(theirs);
        return;
      }
    }
    await gm.keyboard.press('Escape');
    await gm.waitForTimeout(100);
  }
}

describe('the other screens', () => {
  it('have no serious fault, on a desk and on a phone, light and dark', async () => {
    const found: string[] = [];
    for (const [viewport, colorScheme] of [[DESK, 'light'], [PHONE, 'dark']] as const) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
      for (const path of ['/', '/rules', '/designer/odds', '/designer/simulate', '/designer/compare', '/nowhere']) {
        const page = await open(context, path);
        await page.waitForLoadState('networkidle');
        found.push(...(await seriousFaults(page, `${path} ${colorScheme}`)));
        if (!(await isWithin(page))) found.push(`${path} is wider than ${viewport.width}`);
        await page.close();
      }
      await context.close();
    }
    expect(found).toEqual([]);
  });
});

describe('with a keyboard alone', () => {
  it('a game master takes an action, undoes it and finds the keys', async () => {
    const [book] = await books();
    const scene = book?.scenes[0]?.name ?? '';
    const response = await fetch(`${server.url}/api/v1/tables`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: { kind: 'ready', name: scene } }),
    });
    const made = (await response.json()) as { seats: { link: string }[] };
    const context = await browser.newContext({ viewport: DESK, reducedMotion: 'reduce' });
    const page = await open(context, made.seats[0]?.link ?? '');
    await page.locator('[data-offers] .offer').first().waitFor();
    await page.keyboard.press('?');
    await page.locator('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    let done = false;
    for (const key of ['1', '2', '3', '4', '5', '6']) {
      if ((await page.locator('[data-question]').count()) > 0) {
        await page.keyboard.press('1');
        await page.keyboard.press('Enter');
        await page.waitForTimeout(400);
        continue;
      }
      await page.keyboard.press(key);
      await page.waitForTimeout(500);
      if ((await page.locator('[data-draft]').count()) === 0) continue;
      for (let guard = 0; guard < 6 && !(await page.locator('.confirm').isEnabled()); guard += 1) {
        if ((await page.locator('[data-draft] .open .choice').count()) === 0) break;
        await page.locator('[data-draft] .open .choice').first().focus();
        await page.keyboard.press('Enter');
        await page.waitForTimeout(300);
      }
      if (await page.locator('.confirm').isEnabled()) {
        await page.locator('.confirm').focus();
        await page.keyboard.press('Enter');
        await page.waitForTimeout(500);
        done = (await lines(page)) > 0 || (await page.locator('[data-question]').count()) > 0;
        if (done) break;
      }
      await page.keyboard.press('Escape');
    }
    expect(done).toBe(true);
    for (let guard = 0; guard < 10 && (await page.locator('[data-question]').count()) > 0; guard += 1) {
      await page.keyboard.press('q');
      await page.keyboard.press('1');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(300);
    }
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('l');
    await page.keyboard.press('Control+z');
    await page.locator('[role="log"] .undone').first().waitFor();
    await context.close();
  });
});
