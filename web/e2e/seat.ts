// A person at the table: a page at a desk or on a phone, and what the server tells the same seat over plain
// HTTP.

import { isDeepStrictEqual } from 'node:util';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { LogEntry, Question, View } from '../src/lib/wire';
import type { Step } from './books';
import { faultsOf } from './check';
import { until } from './wait';

interface Situation {
  line: number;
  view: View;
  offers: { verb: string; actor: number | null; refused?: unknown }[];
  questions: Question[];
}

/** The number of rows that the log renders at first. */
const DRAWN = 250;

export class Seat {
  private readonly code: string;
  private readonly key: string;

  private constructor(
    readonly name: string,
    readonly page: Page,
    /** Everything the server sent to this page. */
    readonly heard: readonly string[],
    /** Everything this page sent. */
    readonly said: readonly string[],
    private readonly isPhone: boolean,
    private readonly faults: string[],
  ) {
    const url = new URL(page.url());
    this.code = url.pathname.split('/').pop() ?? '';
    this.key = url.hash.slice(1);
  }

  /** Joins the table. Faults of the page are recorded. */
  static async take(name: string, { page, heard, said }: Guest, isPhone: boolean, faults: string[], link?: string): Promise<Seat> {
    if (link) await page.goto(link);
    await page.waitForURL(/\/t\/[^/]+#/);
    const seat = new Seat(name, page, heard, said, isPhone, faults);
    await seat.until('data-health', 'open');
    return seat;
  }

  /** Waits until the table on the screen has this state. */
  async until(attribute: 'data-health' | 'data-busy', value: string): Promise<void> {
    await this.page.locator(`[data-table][${attribute}="${value}"]`).waitFor({ state: 'attached', timeout: 30_000 });
  }

  async check(where: string): Promise<void> {
    this.faults.push(...(await faultsOf(this.page, `${this.name}, ${where}`)));
  }

  // The state of the server.

  private async get<T>(what: string): Promise<T> {
    const headers = { authorization: `Bearer ${this.key}` };
    const response = await fetch(new URL(`/api/v1/tables/${this.code}/${what}`, this.page.url()), { headers });
    if (!response.ok) throw new Error(`${what}: ${await response.text()}`);
    return response.json() as Promise<T>;
  }

  situation(): Promise<Situation> {
    return this.get<Situation>('situation');
  }

  async log(): Promise<LogEntry[]> {
    return (await this.get<{ entries: LogEntry[] }>('log')).entries;
  }

  /**
   * Waits until the page shows the state of the server: the log, whose turn it is, the seat's questions, the
   * outcome.
   */
  async settled(): Promise<Situation> {
    let now = await this.situation();
    const isSo = async (): Promise<unknown> => {
      const [seen, log] = [await this.seen(), await this.log()];
      now = await this.situation();
      const name = (id: number): string | undefined => now.view.actors.find((actor) => actor.id === id)?.name;
      const [question] = now.questions;
      const expected: Awaited<ReturnType<typeof this.seen>> = {
        told: String(log[log.length - 1]?.line ?? 0),
        acting: now.view.clock.acting.map(name).join('|'),
        asked: question ? (question.kind === 'answer' ? question.prompt.kind : 'dice') : null,
        over: now.view.over ?? null,
        isQuiet: true,
      };
      return isDeepStrictEqual(seen, expected) || { seen, expected };
    };
    await until(`${this.name} sees what the server says`, isSo, (so) => so === true);
    return now;
  }

  private seen(): Promise<{ told: string; acting: string; asked: string | null; over: string | null; isQuiet: boolean }> {
    return this.page.evaluate(() => {
      const { told = '', acting = '', busy, health } = document.querySelector<HTMLElement>('[data-table]')?.dataset ?? {};
      const asked = document.querySelector<HTMLElement>('[data-question]')?.dataset['question'] ?? null;
      const over = document.querySelector<HTMLElement>('[data-over]')?.dataset['over'] ?? null;
      return { told, acting, asked, over, isQuiet: busy === '0' && health === 'open' };
    });
  }

  // User actions.

  private press(locator: Locator): Promise<void> {
    return this.isPhone ? locator.tap() : locator.click();
  }

  async open(tab: 'actions' | 'map' | 'sheet' | 'log'): Promise<void> {
    if (this.isPhone) await this.press(this.page.locator(`[data-tab="${tab}"]`));
  }

  /** Selects a character's sheet and offers. */
  async select(actor: string): Promise<void> {
    await this.press(this.page.locator('button[data-actor]').filter({ has: this.page.getByText(actor, { exact: true }) }));
  }

  /** Finds an offer where it is shown: the game master's own offers are among the tools. */
  private async offer({ verb, actor }: Step): Promise<Locator> {
    await this.open('actions');
    if (!this.isPhone && actor) await this.select(actor);
    if (!this.isPhone && !actor) await this.press(this.page.locator('[data-gm]'));
    return this.page.locator(`${this.isPhone || actor ? '[data-offers]' : '.tools'} [data-verb="${verb}"]`);
  }

  /** Chooses an offer and fills in its slots, up to the confirmation. */
  async draft(step: Step): Promise<Locator> {
    const { verb, slots = {} } = step;
    await this.press(await this.offer(step));
    const draft = this.page.locator(`[data-draft="${verb}"]`);
    for (const [slot, value] of Object.entries(slots)) {
      await this.page.locator(`[data-draft="${verb}"][aria-busy="false"]`).waitFor();
      await this.fill(draft.locator(`[data-slot="${slot}"]`), value);
    }
    await this.page.locator(`[data-draft="${verb}"][aria-busy="false"]`).waitFor();
    if (step.secrecy) await draft.locator('[data-secrecy]').selectOption(step.secrecy);
    return draft;
  }

  private async fill(field: Locator, value: string): Promise<void> {
    const choice = field.locator(`[data-choice="${value}"]`);
    await field.waitFor();
    if (await choice.count()) {
      if ((await choice.getAttribute('aria-pressed')) !== 'true') await this.press(choice);
    } else if (await field.locator('select').count()) {
      await field.locator('select').selectOption(value);
    } else if (await field.locator('[type=checkbox]').count()) {
      await field.locator('[type=checkbox]').setChecked(value === 'yes');
    } else {
      await field.locator('input').fill(value);
      await field.locator('input').press('Tab');
    }
  }

  async confirm(): Promise<void> {
    const draft = this.page.locator('[data-draft]');
    await this.press(draft.locator('.confirm:enabled'));
    await this.done();
  }

  private async done(): Promise<void> {
    const draft = this.page.locator('[data-draft]');
    const refused = this.page.locator('.banner.problem');
    const isDone = async (): Promise<boolean> => (await draft.count()) === 0 || (await refused.count()) > 0;
    await until(`${this.name} confirms`, isDone, Boolean);
    if (await refused.count()) throw new Error(`${this.name} was refused: ${await refused.innerText()}`);
  }

  /** Executes a step. At a desk, an offer without slots is taken with Shift, which skips the confirmation. */
  async do(step: Step): Promise<void> {
    if (!this.isPhone && Object.keys(step.slots ?? {}).length === 0) {
      await (await this.offer(step)).click({ modifiers: ['Shift'] });
      await this.until('data-busy', '0');
      await this.done();
    } else {
      await this.draft(step);
      await this.confirm();
    }
  }

  /** Answers the open question with the option of this key, or the first. */
  async answer(option?: string): Promise<void> {
    const options = this.page.locator('[data-question] .option:enabled');
    await this.press(option ? this.page.locator(`[data-question] [data-option="${option}"]:enabled`) : options.first());
  }

  async undo(): Promise<void> {
    await this.press(this.page.locator('.top').getByRole('button', { name: 'Undo' }));
  }

  async redo(): Promise<void> {
    await this.press(this.page.locator('.top').getByRole('button', { name: 'Redo' }));
  }

  // What the user sees.

  /** The rows of the log on the screen, by their numbers. */
  async rows(which = ''): Promise<string[]> {
    await this.open('log');
    const rows = this.page.locator(`[role="log"] [data-row]${which}`);
    return rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['row'] ?? ''));
  }

  /** Checks that every line the seat may know is on the screen, once and in order, and no other. */
  async hasEveryLineOnce(): Promise<void> {
    const log = await this.log();
    const known = log.flatMap((entry) => entry.told.map((_, index) => `${entry.line}.${index}`));
    const wanted = known.slice(-DRAWN);
    await until(`${this.name} has every line once`, () => this.rows(), (rows) => isDeepStrictEqual(rows, wanted));
  }

  /** A number on a sheet: `5 / 12` is 5. */
  async track(actor: string, track: string): Promise<string> {
    if (this.isPhone) await this.open('sheet');
    else {
      await this.press(this.page.getByRole('tab', { name: 'Sheet' }));
      await this.select(actor);
    }
    const count = this.page.locator(`[data-track="${track}"] .count`);
    return (await count.innerText()).split(' ')[0] ?? '';
  }
}

/** A page with everything it received and sent. */
export interface Guest {
  page: Page;
  heard: string[];
  said: string[];
}

/** A page whose faults are recorded: script errors, and requests to any other server. */
export async function guest(context: BrowserContext, faults: string[], url: string): Promise<Guest> {
  const page = await context.newPage();
  const [heard, said]: [string[], string[]] = [[], []];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(String(payload)));
    socket.on('framesent', ({ payload }) => said.push(String(payload)));
  });
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol !== 'blob:' && protocol !== 'data:' && host !== new URL(url).host) {
      faults.push(`a request to somebody else: ${request.url()}`);
    }
  });
  return { page, heard, said };
}
