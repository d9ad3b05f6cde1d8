// Every screen, on a desk and on a phone, light and dark: no serious fault, no overflow, no error, no request
// to other servers.

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './check';
import { guest } from './seat';
import { stage } from './stage';
import { DESK, PHONE, Tables, player, type Made } from './tables';

/** A state of a screen to check, and how to get there. */
interface Look {
  name: string;
  first?: (page: Page) => Promise<unknown>;
  only?: 'desk' | 'phone';
}

interface Screen {
  path: string;
  /** A selector that is present once the screen is ready. */
  ready: string;
  looks: Look[];
}

const WIDE = { width: 2560, height: 1440 };
const BOTH = ['light', 'dark'] as const;

const on = stage();
let screens: Screen[];

beforeAll(async () => {
  screens = [...plainScreens, ...(await tableScreens())];
});

const dialog = (page: Page): Promise<void> => page.locator('dialog').waitFor();
const closed = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
};

async function badLink(page: Page): Promise<void> {
  await page.fill('#join', 'https://elsewhere.example');
  await page.press('#join', 'Enter');
  await page.locator('[role=alert]').waitFor();
}

const plainScreens: Screen[] = [
  {
    path: '/',
    ready: '.scene svg',
    looks: [
      { name: 'home' },
      { name: 'a link that is none', first: badLink },
      { name: 'seats', first: (page) => page.locator('[data-play]').first().click().then(() => dialog(page)) },
    ],
  },
  {
    path: '/rules/clockworld#CW-012',
    ready: 'article#CW-012',
    looks: [
      { name: 'one rule' },
      { name: 'no rule', first: (page) => page.fill('[type=search]', 'qqqq') },
    ],
  },
  { path: '/rules', ready: 'article.card', looks: [{ name: 'rules' }] },
  { path: '/designer/odds?roll=4d6kh3', ready: 'tbody tr', looks: [{ name: 'dice' }] },
  { path: '/designer/odds?roll=nonsense', ready: '[role=alert]', looks: [{ name: 'bad dice' }] },
  { path: '/designer/simulate', ready: 'main button.main:enabled', looks: [{ name: 'simulation', first: simulate }] },
  { path: '/designer/compare', ready: 'main button.main:enabled', looks: [{ name: 'comparison', first: simulate }] },
  { path: '/nowhere', ready: 'h1', looks: [{ name: 'nowhere' }] },
  { path: '/t/abcdefgh#0123456789abcdef', ready: '[role=alert]', looks: [{ name: 'a seat that is none' }] },
];

async function simulate(page: Page): Promise<void> {
  await page.fill('[type=number]', '40');
  await page.locator('main button.main').click();
  await page.locator('.results article').first().waitFor({ timeout: 30_000 });
}

/** A table with an open question, and one without. */
async function tableScreens(): Promise<Screen[]> {
  const tables = new Tables(on);
  const seats = [player('mudo', 'Mudo'), player('hanne', 'Hanne'), { role: 'spectator', name: 'Watcher' }];
  const set = (): Promise<Made> => tables.make('clockworld:tavern-shootout', seats);
  const [calm, asking] = [await set(), await set()];
  const link = (made: Made, seat: number): string => made.seats[seat]?.link ?? '';

  await tables.take(asking, 'set-turn', { side: 'threats' });
  await tables.take(asking, 'attack', { target: 'hanne' }, 'left-eye');
  await tables.take(calm, 'check', { who: 'rusk,pike,mudo', skill: 'acuity', rank: 'adept' });
  await tables.take(calm, 'injure', { who: 'mudo', severity: 'serious', part: 'chest' });
  await tables.put(calm, { kind: 'undo', dice: 'same' });

  const gm = link(calm, 0);
  const mudo = link(calm, 1);
  const at = (where: string): string => gm.replace('#', `/${where}#`);
  const tab = (name: string) => (page: Page) => page.locator(`[data-tab="${name}"]`).click();
  const draft = async (page: Page): Promise<void> => {
    const actions = page.locator('[data-tab="actions"]');
    if (await actions.count()) await actions.click();
    await page.locator('[data-verb="attack"]').click();
    await page.locator('[data-choice="rusk"]').click();
    await page.locator('.odds dd').first().waitFor();
  };
  const tools = (page: Page): Promise<void> => page.locator('[data-gm], [data-tab="gm"]').first().click();
  const menu = (page: Page): Promise<void> => page.locator('header').first().locator('button').last().click().then(() => dialog(page));
  const keys = (page: Page): Promise<void> => closed(page).then(() => page.keyboard.press('?')).then(() => dialog(page));
  const rule = (page: Page): Promise<void> =>
    closed(page)
      .then(() => page.locator('[role="log"] .rules :is(a, button)').first().click())
      .then(() => dialog(page));
  const replayed = (page: Page): Promise<void> =>
    page.getByRole('button', { name: 'To the end' }).click().then(() => page.locator('[role="log"] [data-row]').first().waitFor());
  const offers = '[data-offers] .offer';
  return [
    {
      path: gm,
      ready: offers,
      looks: [
        { name: 'the table of the GM' },
        { name: 'the tools of the GM', first: tools },
        { name: 'a draft of the GM', first: draft },
        { name: 'the menu', first: menu },
        { name: 'the keys', first: keys, only: 'desk' },
        { name: 'a rule at the table', first: rule, only: 'desk' },
      ],
    },
    {
      path: mudo,
      ready: offers,
      looks: [
        { name: 'the table of a player' },
        { name: 'what is not possible', first: (page) => page.locator('[data-offers] summary').click() },
        { name: 'a map', first: tab('map'), only: 'phone' },
        { name: 'a sheet', first: tab('sheet'), only: 'phone' },
        { name: 'a log', first: tab('log'), only: 'phone' },
        { name: 'a draft', first: draft },
      ],
    },
    { path: link(asking, 2), ready: '[data-question] .odds', looks: [{ name: 'a question' }] },
    { path: link(asking, 1), ready: '[data-table] header', looks: [{ name: 'a question to somebody else' }] },
    { path: link(asking, 0), ready: '[data-question] .odds', looks: [{ name: 'a question, as the GM sees it' }] },
    { path: link(calm, 3), ready: '[data-table] header', looks: [{ name: 'a spectator' }] },
    { path: at('replay'), ready: 'footer button', looks: [{ name: 'a replay', first: replayed }] },
    { path: at('luck'), ready: 'tbody tr', looks: [{ name: 'luck' }] },
  ];
}

it('a fault would be found, too much width, and words that are cut off', async () => {
  const context = await on.browser.newContext({ viewport: PHONE, isMobile: true });
  const page = await context.newPage();
  await page.setContent('<html lang="en"><title>Here</title><meta name="viewport" content="width=device-width"><main style="width: 900px"><button></button><p style="width: 60px; overflow: hidden; white-space: nowrap">cut off at the edge</p></main></html>');
  const faults = await faultsOf(page, 'here');
  await context.close();
  expect(faults).toEqual([
    expect.stringContaining('button-name'),
    expect.stringContaining('px wide on a screen of 360 px'),
    expect.stringContaining('“cut off at the edge” is cut off'),
  ]);
});

describe.concurrent('every screen', () => {
  for (const [device, viewport, schemes] of [['desk', DESK, BOTH], ['wide screen', WIDE, ['light']], ['phone', PHONE, BOTH]] as const) {
    for (const colorScheme of schemes) {
      it(`is without fault on a ${device}, ${colorScheme}`, { timeout: 180_000 }, async () => {
        const faults: string[] = [];
        const isMobile = device === 'phone';
        const context = await on.browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', isMobile, hasTouch: isMobile });
        for (const { path, ready, looks } of screens) {
          const { page } = await guest(context, faults, on.server.url);
          await page.goto(on.server.url + path);
          await page.locator(ready).first().waitFor();
          for (const { name, first } of looks.filter(({ only }) => !only || (only === 'phone') === isMobile)) {
            await first?.(page);
            faults.push(...(await faultsOf(page, name)));
          }
          await page.close();
        }
        await context.close();
        expect(faults).toEqual([]);
      });
    }
  }
});
