// Every screen, on a desk and on a phone, light and dark: no serious fault, nothing too wide, no error, no request to others.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './check';
import { DESK, PHONE } from './evening';
import { guest } from './seat';
import { startBrowser, startServer, type Running } from './server';

interface Screen {
  name: string;
  path: string;
  /** What is there when the screen is. */
  ready: string;
  /** What is done before it is looked at. */
  first?: (page: Page) => Promise<unknown>;
  only?: 'desk' | 'phone';
}

let server: Running;
let browser: Browser;
let screens: Screen[];

beforeAll(async () => {
  server = await startServer();
  browser = await startBrowser();
  screens = [...plainScreens, ...(await tableScreens())];
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const plainScreens: Screen[] = [
  { name: 'home', path: '/', ready: '.scene svg' },
  {
    name: 'a link that is none',
    path: '/',
    ready: '.below',
    first: async (page) => {
      await page.fill('#join', 'https://elsewhere.example');
      await page.press('#join', 'Enter');
      await page.locator('[role=alert]').waitFor();
    },
  },
  { name: 'seats', path: '/', ready: '[data-play]', first: (page) => page.locator('[data-play]').first().click().then(() => page.locator('dialog').waitFor()) },
  { name: 'rules', path: '/rules', ready: 'article.card' },
  { name: 'one rule', path: '/rules/clockworld#CW-012', ready: 'article#CW-012' },
  { name: 'nothing found in the rules', path: '/rules/crisis', ready: 'article.card', first: (page) => page.fill('[type=search]', 'qqqq') },
  { name: 'dice', path: '/designer/odds?roll=4d6kh3', ready: 'tbody tr' },
  { name: 'bad dice', path: '/designer/odds?roll=nonsense', ready: '[role=alert]' },
  { name: 'simulation', path: '/designer/simulate', ready: 'main button.main:enabled', first: simulate },
  { name: 'comparison', path: '/designer/compare', ready: 'main button.main:enabled', first: simulate },
  { name: 'nowhere', path: '/nowhere', ready: 'h1' },
  { name: 'a seat that is none', path: '/t/abcdefgh#0123456789abcdef', ready: '[role=alert]' },
];

async function simulate(page: Page): Promise<void> {
  await page.fill('[type=number]', '40');
  await page.locator('main button.main').click();
  await page.locator('.results article').first().waitFor({ timeout: 30_000 });
}

async function post<T>(path: string, body: unknown, key = ''): Promise<T> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json() as Promise<T>;
}

/** A table where somebody is asked, and one where nobody is. */
async function tableScreens(): Promise<Screen[]> {
  const from = { kind: 'ready', name: 'clockworld:tavern-shootout' };
  const seats = [
    { role: 'player', actors: ['mudo'], name: 'Mudo' },
    { role: 'player', actors: ['hanne'], name: 'Hanne' },
    { role: 'spectator', name: 'Watcher' },
  ];
  interface Made {
    table: { code: string };
    actors: { id: number; key: string }[];
    seats: { key: string; link: string }[];
  }
  const [calm, asking] = [await post<Made>('/api/v1/tables', { from, seats }), await post<Made>('/api/v1/tables', { from, seats })];
  const link = (made: Made, seat: number): string => made.seats[seat]?.link ?? '';
  const put = (made: Made, id: string, filled: unknown): Promise<unknown> =>
    post(`/api/v1/tables/${made.table.code}/put`, { id, put: { kind: 'take', filled } }, made.seats[0]?.key);
  const actor = (made: Made, key: string): number | undefined => made.actors.find((one) => one.key === key)?.id;

  await put(asking, 'a', { verb: 'set-turn', slots: { side: 'threats' } });
  await put(asking, 'b', { verb: 'attack', actor: actor(asking, 'left-eye'), slots: { target: 'hanne' } });
  await put(calm, 'a', { verb: 'check', slots: { who: 'rusk,pike,mudo', skill: 'acuity', rank: 'adept' } });
  await put(calm, 'b', { verb: 'injure', slots: { who: 'mudo', severity: 'serious', part: 'chest' } });
  const undo = { id: 'c', put: { kind: 'undo', dice: 'same' } };
  await post(`/api/v1/tables/${calm.table.code}/put`, undo, calm.seats[0]?.key);

  const gm = link(calm, 0);
  const mudo = link(calm, 1);
  const at = (where: string): string => gm.replace('#', `/${where}#`);
  const tab = (name: string) => (page: Page) => page.locator(`[data-tab="${name}"]`).click();
  const draft = async (page: Page): Promise<void> => {
    await page.locator('[data-verb="attack"]').click();
    await page.locator('[data-choice="rusk"]').click();
    await page.locator('.odds dd').first().waitFor();
  };
  return [
    { name: 'the table of the GM', path: gm, ready: '[data-offers] .offer' },
    { name: 'the tools of the GM', path: gm, ready: '[data-offers] .offer', first: (page) => page.locator('[data-gm], [data-tab="gm"]').first().click() },
    { name: 'a draft of the GM', path: gm, ready: '[data-offers] .offer', first: draft },
    { name: 'the menu', path: gm, ready: '[data-offers] .offer', first: (page) => page.locator('header button').last().click().then(() => page.locator('dialog').waitFor()) },
    { name: 'the keys', path: gm, ready: '[data-offers] .offer', first: (page) => page.keyboard.press('?').then(() => page.locator('dialog').waitFor()), only: 'desk' },
    { name: 'a rule at the table', path: gm, ready: '[role="log"] .rules', first: (page) => page.locator('[role="log"] .rules :is(a, button)').first().click().then(() => page.locator('dialog').waitFor()), only: 'desk' },
    { name: 'the table of a player', path: mudo, ready: '[data-offers] .offer' },
    { name: 'a draft', path: mudo, ready: '[data-offers] .offer', first: draft },
    { name: 'a map', path: mudo, ready: '[data-tab]', first: tab('map'), only: 'phone' },
    { name: 'a sheet', path: mudo, ready: '[data-tab]', first: tab('sheet'), only: 'phone' },
    { name: 'a log', path: mudo, ready: '[data-tab]', first: tab('log'), only: 'phone' },
    { name: 'what is not possible', path: mudo, ready: 'summary', first: (page) => page.locator('[data-offers] summary').click() },
    { name: 'a question', path: link(asking, 2), ready: '[data-question] .odds' },
    { name: 'a question to somebody else', path: link(asking, 1), ready: '[data-table] header' },
    { name: 'a question, as the GM sees it', path: link(asking, 0), ready: '[data-question] .odds' },
    { name: 'a spectator', path: link(calm, 3), ready: '[data-table] header' },
    { name: 'a replay', path: at('replay'), ready: 'footer button', first: (page) => page.locator('footer button').last().click().then(() => page.locator('[role="log"] [data-row]').first().waitFor()) },
    { name: 'luck', path: at('luck'), ready: 'tbody tr' },
  ];
}

describe.concurrent('every screen', () => {
  for (const [device, viewport] of [['desk', DESK], ['phone', PHONE]] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`is without fault on a ${device}, ${colorScheme}`, { timeout: 180_000 }, async () => {
        const faults: string[] = [];
        const isMobile = device === 'phone';
        const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', isMobile, hasTouch: isMobile });
        for (const { name, path, ready, first, only } of screens) {
          if (only && only !== device) continue;
          const { page } = await guest(context, faults, server.url);
          try {
            await page.goto(server.url + path);
            await page.locator(ready).first().waitFor();
            await first?.(page);
            faults.push(...(await faultsOf(page, name)));
          } catch (error) {
            faults.push(`${name}: ${String(error)}`);
          }
          await page.close();
        }
        await context.close();
        expect(faults).toEqual([]);
      });
    }
  }
});
