// Measurements: the first paint, the latency of updates from other seats, and the smoothness of a large
// table.

import type { Browser, Page } from 'playwright-core';

interface Seat {
  key: string;
  link: string;
}

interface Measure {
  what: string;
  is: number;
  most: number;
}

const TOKENS = 60;
const LINES = 1_000;

export async function timings(browser: Browser, url: string): Promise<boolean> {
  const post = async (path: string, body: unknown, key = ''): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };
    const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };

  const all: Measure[] = [];
  const say = (what: string, is: number, most: number) => {
    all.push({ what, is, most });
    console.log(`${is <= most ? 'ok  ' : 'SLOW'}  ${what}: ${is.toFixed(0)} ms (at most ${most})`);
  };

  // From an empty cache to the first paint, and to the list of encounters.
  const painted: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForSelector('[data-play]');
    painted.push(await firstPaint(page));
    await context.close();
  }
  say('first paint from a cold start', middle(painted), 1_000);

  // A table with many characters and a long log.
  const made = (await post('/tables', { from: { kind: 'scene', text: crowd() } })) as { table: { code: string }; seats: Seat[] };
  const [gm] = made.seats as [Seat];
  const { code } = made.table;
  const watcher = (await post(`/tables/${code}/seats`, { role: 'spectator', name: 'Watcher' }, gm.key)) as Seat;
  const note = (text: string) => ({ kind: 'take', filled: { verb: 'note', slots: { text } } });
  for (let line = 0; line < LINES; line += 1) {
    await post(`/tables/${code}/put`, { id: `line-${line}`, put: note(`Line ${line} of a long evening`) }, gm.key);
  }

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url + watcher.link);
  await page.waitForSelector('[data-actor]');
  const tokens = await page.locator('svg [data-actor]').count();
  if (tokens < TOKENS) throw new Error(`only ${tokens} tokens are on the map`);

  // Another seat acts: the time from sending to the frame in which it is visible here.
  const seen: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    const text = `Seen ${round}`;
    const shown = page.evaluate(
      (wanted) =>
        new Promise<number>((done) => {
          const look = () => {
            const log = document.querySelector('[role=log]');
            if (log?.textContent?.includes(wanted)) requestAnimationFrame(() => done(Date.now()));
            else requestAnimationFrame(look);
          };
          look();
        }),
      text,
    );
    await page.waitForTimeout(60);
    const sent = Date.now();
    await post(`/tables/${code}/put`, { id: `seen-${round}`, put: note(text) }, gm.key);
    seen.push((await shown) - sent);
  }
  say('what another seat does is on the screen, in the middle', middle(seen), 100);
  say('the same, the slowest of fifteen', Math.max(...seen), 250);

  // Frame times while panning and zooming a crowd, and scrolling the log.
  const map = await page.locator('[data-map] svg').boundingBox();
  if (!map) throw new Error('there is no map');
  await page.getByRole('button', { name: /earlier/ }).click().catch(() => {});
  await beginFrames(page);
  await page.mouse.move(map.x + 20, map.y + 20);
  await page.mouse.down();
  for (let step = 0; step < 60; step += 1) await page.mouse.move(map.x + 20 + 4 * step, map.y + 20 + 2 * step);
  await page.mouse.up();
  for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, step % 2 ? 120 : -120);
  const moved = await endFrames(page);
  await beginFrames(page);
  const log = await page.locator('[role=log]').boundingBox();
  if (log) await page.mouse.move(log.x + 50, log.y + 100);
  for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, step < 20 ? -600 : 600);
  const scrolled = await endFrames(page);
  say(`a frame while ${tokens} tokens are moved and zoomed, 95 of 100`, at95(moved), 50);
  say(`a frame while ${LINES} lines are scrolled, 95 of 100`, at95(scrolled), 50);
  await context.close();
  return all.every((one) => one.is <= one.most);
}

function firstPaint(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity);
}

/** Starts recording frames in the page. */
async function beginFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const holder = window as unknown as { frames: number[]; isCounting: boolean };
    holder.frames = [];
    holder.isCounting = true;
    let last = performance.now();
    const frame = (now: number) => {
      holder.frames.push(now - last);
      last = now;
      if (holder.isCounting) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

function endFrames(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const holder = window as unknown as { frames: number[]; isCounting: boolean };
    holder.isCounting = false;
    return holder.frames.slice(1);
  });
}

const sorted = (all: number[]): number[] => [...all].sort((a, b) => a - b);
const middle = (all: number[]): number => sorted(all)[Math.floor(all.length / 2)] ?? Infinity;
const at95 = (all: number[]): number => sorted(all)[Math.floor(all.length * 0.95)] ?? Infinity;

/** A scene with sixty characters on a large map. */
function crowd(): string {
  const people = Array.from({ length: TOKENS }, (_, at) => {
    const side = at % 2 === 0 ? '' : 'kind = "villain"\n';
    return `[[characters]]\nname = "Person ${at + 1}"\n${side}at = [${(at % 15) * 2}, ${Math.floor(at / 15) * 4}]\n`;
  });
  return `book = "clockworld"\ntitle = "A crowd"\nmap = { grid = "square", columns = 32, rows = 18, cell = 5, unit = "feet" }\n\n${people.join('\n')}`;
}
