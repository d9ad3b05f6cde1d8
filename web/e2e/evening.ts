// A session: a game master at a desk and two players on their phones, from "play now" to the end of an
// encounter.

import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import type { Plan, Step } from './books';
import { faultsOf } from './check';
import { guest, Seat } from './seat';
import type { Running } from './server';
import { desk, phone } from './tables';
import { until } from './wait';

/** A fight with this many answered questions that is still not over will never end. */
const MOST_QUESTIONS = 200;

export class Evening {
  private constructor(
    private readonly plan: Plan,
    private readonly server: Running,
    readonly faults: string[],
    private readonly gm: Seat,
    private readonly acts: Seat,
    private readonly asked: Seat,
  ) {}

  private get all(): Seat[] {
    return [this.gm, this.acts, this.asked];
  }

  /** From "play now" to three people at the table. */
  static async begin(plan: Plan, server: Running, browser: Browser): Promise<Evening> {
    const faults: string[] = [];
    const host = await guest(await browser.newContext(desk), faults, server.url);
    await host.page.goto(server.url);
    await host.page.locator(`[data-play="${plan.scene}"]`).click();
    await host.page.locator('dialog [data-lead]').waitFor();
    faults.push(...(await faultsOf(host.page, 'the seats')));
    const links = await host.page.locator('dialog .seats li').evaluateAll((seats) =>
      seats.map((seat) => [seat.querySelector('strong')?.textContent ?? '', seat.querySelector('input')?.value ?? ''] as const),
    );
    await host.page.locator('dialog [data-lead]').click();
    const gm = await Seat.take('GM', host, false, faults);
    const players: Seat[] = [];
    for (const name of [plan.acts, plan.asked]) {
      const link = links.find(([seat]) => seat === name)?.[1];
      if (!link) throw new Error(`there is no seat for ${name}: ${JSON.stringify(links)}`);
      players.push(await Seat.take(name, await guest(await browser.newContext(phone), faults, server.url), true, faults, link));
    }
    const [acts, asked] = players as [Seat, Seat];
    return new Evening(plan, server, faults, gm, acts, asked);
  }

  async close(): Promise<void> {
    for (const seat of this.all) await seat.page.context().close();
  }

  /** Waits until every page shows the state of the server. */
  private async settled(): Promise<void> {
    await Promise.all(this.all.map((seat) => seat.settled()));
  }

  /**
   * Players answer on their own devices, the game master for characters without a player, until no question
   * is open.
   */
  private async answerAll(): Promise<void> {
    for (;;) {
      await this.settled();
      const isAsked = async (seat: Seat): Promise<boolean> => (await seat.page.locator('[data-question]').count()) > 0;
      const seat = (await isAsked(this.acts)) ? this.acts : (await isAsked(this.asked)) ? this.asked : this.gm;
      if (!(await isAsked(seat))) return;
      await seat.answer();
    }
  }

  /** Takes a step as the game master, after everyone before has passed their turn. */
  private async do(step: Step): Promise<void> {
    if (step.turnOf) await this.untilTurnOf(step.turnOf, step.actor === step.turnOf ? step.verb : undefined);
    const seat = step.actor === this.acts.name ? this.acts : step.actor === this.asked.name ? this.asked : this.gm;
    await seat.do(step);
    await this.settled();
  }

  private async doAll(steps: Step[]): Promise<void> {
    for (const step of steps) {
      await this.do(step);
      if (step !== steps[steps.length - 1]) await this.answerAll();
    }
  }

  private async untilTurnOf(name: string, verb?: string): Promise<void> {
    for (let turns = 0; turns < 40; turns += 1) {
      await this.answerAll();
      const { view, offers } = await this.gm.situation();
      const actor = view.actors.find((one) => one.name === name);
      const can = !verb || offers.some((offer) => offer.actor === actor?.id && offer.verb === verb && !offer.refused);
      if (actor && view.clock.acting.includes(actor.id) && can) return;
      const now = view.actors.find((one) => one.id === view.clock.acting[0]);
      if (this.plan.pass && now) await this.gm.do({ verb: this.plan.pass, actor: now.name });
      else await this.letMachineAct();
    }
    throw new Error(`${name} never had the turn`);
  }

  private async openMachine(): Promise<void> {
    const { page } = this.gm;
    if ((await page.locator('[role="tabpanel"] select').count()) === 0) await page.locator('[data-gm]').click();
    await page.locator('[role="tabpanel"] select').selectOption('bold');
  }

  /**
   * The computer plays for everyone until the encounter is over or a player is asked; it never answers for
   * players.
   */
  private async letMachinePlayOn(): Promise<void> {
    await this.openMachine();
    await this.gm.page.getByRole('button', { name: 'Play on' }).click();
    await this.gm.page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached', timeout: 120_000 });
    const { questions, view } = await this.gm.settled();
    expect(questions.length > 0 || view.over, 'the machine stops when somebody is asked').toBeTruthy();
  }

  /** The computer acts once. */
  private async letMachineAct(): Promise<void> {
    const before = await this.gm.situation();
    await this.openMachine();
    await this.gm.page.getByRole('button', { name: 'Act once' }).click();
    await until('the machine acts', () => this.gm.situation(), (now) => now.line > before.line);
  }

  async look(): Promise<void> {
    await this.settled();
    await this.gm.check('the table');
    for (const tab of ['map', 'sheet', 'log', 'actions'] as const) {
      await this.acts.open(tab);
      await this.acts.check(tab);
    }
  }

  /** The fight begins, with a roll that only the game master sees, before or after someone was asked. */
  async fight(): Promise<void> {
    if (this.plan.secret.when === 'first') await this.rollInSecret();
    await this.doAll(this.plan.begin);
    await this.answerAll();
    await this.ask();
    await this.answerAll();
    if (this.plan.secret.when === 'then') await this.rollInSecret();
  }

  /**
   * A player is asked on their own device and nowhere else; a standing answer avoids the question until it is
   * removed.
   */
  private async ask(): Promise<void> {
    const { kind, standing, reacts, comes } = this.plan.question;
    const card = this.asked.page.locator(`[data-question="${kind}"]`);

    await this.doUntilAsked(comes[0]);
    await card.waitFor();
    await this.asked.check('a question');
    expect(await this.acts.page.locator('[data-question]').count(), 'the other player is not asked').toBe(0);
    const always = card.locator(`[data-standing="${standing}"]`);
    await always.tap();
    await this.asked.page.locator(`[data-standing="${standing}"][aria-pressed="true"]`).waitFor();
    await this.settled();
    await this.asked.answer(standing === 'never' ? undefined : standing);
    await this.answerAll();

    await this.doAll(comes[1]);
    await this.answerAllBut(kind);

    await this.asked.page.locator('header').first().locator('button').last().tap();
    await this.asked.page.locator(`[data-ask-again="${kind}"]`).tap();
    await this.asked.page.locator(`[data-ask-again="${kind}"]`).waitFor({ state: 'detached' });
    await this.asked.page.keyboard.press('Escape');
    await this.settled();

    await this.doUntilAsked(comes[2]);
    await card.waitFor();
    await this.undoInTheMiddle(kind);
    await this.asked.answer(reacts);
    await this.settled();
  }

  /** Takes the last of these steps; players who are asked earlier than intended answer. */
  private async doUntilAsked(steps: Step[]): Promise<void> {
    const { kind } = this.plan.question;
    await this.doAll(steps);
    for (let guard = 0; guard < 10; guard += 1) {
      const mine = (await this.asked.situation()).questions[0];
      if (mine?.kind === 'answer' && mine.prompt.kind === kind) return;
      const seat = (await this.acts.situation()).questions.length > 0 ? this.acts : this.gm;
      await seat.answer();
      await this.settled();
    }
    throw new Error(`${this.asked.name} was never asked for ${kind}`);
  }

  /** Everything is answered, and the player with a standing answer is not asked. */
  private async answerAllBut(kind: string): Promise<void> {
    const spared = this.asked.page.locator(`[data-question="${kind}"]`);
    for (let guard = 0; guard < 10; guard += 1) {
      expect(await spared.count(), `${this.asked.name} has said never to be asked`).toBe(0);
      const isAsked = (await this.gm.situation()).questions.length > 0;
      if (!isAsked) return;
      const seat = (await this.acts.situation()).questions.length > 0 ? this.acts : this.gm;
      await seat.answer();
      await this.settled();
    }
  }

  private async undoInTheMiddle(kind: string): Promise<void> {
    const card = this.asked.page.locator(`[data-question="${kind}"]`);
    await this.gm.undo();
    await card.waitFor({ state: 'detached' });
    await this.settled();
    await this.gm.redo();
    await card.waitFor();
    await this.settled();
  }

  private async rollInSecret(): Promise<void> {
    const { steps, dice, silent } = this.plan.secret;
    const before = (await this.gm.log()).length;
    await this.doAll(steps.slice(0, -1));
    await this.answerAll();
    await this.settled();
    const players = [this.acts, this.asked].map((player) => ({ player, before: player.heard.length }));
    await this.doAll(steps.slice(-1));
    await this.answerAll();
    const entries = (await this.gm.log()).slice(before);
    const told = (entry: (typeof entries)[number]): boolean => entry.told.some((one) => one.kind === 'dice' && one.name === dice);
    const secret = entries.find(told);
    expect(secret, `the game master sees the dice of ${dice}`).toBeDefined();
    const line = secret?.line ?? 0;
    const rolled = this.gm.page.locator(`[role="log"] .dice[data-row^="${line}."]`).filter({ hasText: dice });
    await rolled.first().waitFor();
    const mark = this.gm.page.locator(`[role="log"] [data-row="${line}.0"] [data-hidden]`);
    expect(await mark.innerText(), 'the game master sees that it is hidden').toMatch(/Hidden from some seats/);
    for (const { player, before } of players) {
      // A player's lines have their own numbers, so this searches everything sent in the meantime.
      const heard = player.heard.slice(before).map((text) => JSON.parse(text) as { kind: string; told?: { kind: string; name?: string }[] });
      const here = heard.filter((message) => message.kind === 'told').flatMap((message) => message.told ?? []);
      expect(here.filter((one) => one.kind === 'dice' && one.name === dice), `${player.name} is not sent the dice`).toEqual([]);
      if (silent) expect(here, `${player.name} is sent nothing`).toEqual([]);
    }
  }

  /** A number is corrected on the sheets of the game master and the player; then undone and redone. */
  async correct(): Promise<void> {
    const { step, track, to } = this.plan.correction;
    const { asked, gm } = this;
    const was = await gm.track(asked.name, track);
    expect(was, 'there is something to correct').not.toBe(to);
    expect(await asked.track(asked.name, track)).toBe(was);
    await this.do(step);
    // Each seat has its own number for the line.
    const lines = [
      { seat: gm, line: (await gm.log()).at(-1)?.line ?? 0 },
      { seat: asked, line: (await asked.log()).at(-1)?.line ?? 0 },
    ];
    const stands = async (value: string, undone: boolean): Promise<void> => {
      await this.settled();
      for (const { seat, line } of lines) {
        await until(`${seat.name}: ${track} is ${value}`, () => seat.track(asked.name, track), (seen) => seen === value);
        const struck = await seat.rows('.undone');
        expect(struck.some((row) => row.startsWith(`${line}.`)), `${seat.name}: struck`).toBe(undone);
      }
    };
    await stands(to, false);
    await gm.undo();
    await stands(was, true);
    await gm.redo();
    await stands(to, false);
  }

  /**
   * A player acts with the odds shown, just as the server dies. It restarts, and the action is executed once.
   */
  async actThroughACrash(): Promise<void> {
    const { acts, gm, asked, plan } = this;
    const step = plan.act[plan.act.length - 1] as Step;
    await this.doAll(plan.act.slice(0, -1));
    if (step.turnOf) await this.untilTurnOf(step.turnOf, step.verb);
    await this.answerAll();
    const draft = await acts.draft(step);
    await draft.locator('.odds[aria-busy="false"] dd').first().waitFor();
    expect(await draft.locator('.odds dd').allInnerTexts()).toEqual(expect.arrayContaining([expect.stringMatching(/%$/)]));
    await acts.check('a draft');

    const before = (await gm.situation()).line;
    await this.server.halt('SIGKILL');
    for (const seat of this.all) await seat.until('data-health', 'lost');
    await acts.check('without a connection');
    await draft.locator('.confirm').tap();
    await acts.until('data-busy', '1');
    await this.server.start();
    for (const seat of this.all) await seat.until('data-health', 'open');
    await draft.waitFor({ state: 'detached' });
    await this.settled();
    expect((await gm.situation()).line, 'it was put in once').toBe(before + 1);
    await this.answerAll();
    for (const seat of [gm, acts, asked]) await seat.hasEveryLineOnce();
  }

  /** To the end, visible to everyone, including who won. */
  async playOn(): Promise<void> {
    await this.doAll(this.plan.late);
    for (let count = 0; count < MOST_QUESTIONS; count += 1) {
      await this.answerAll();
      if ((await this.gm.situation()).view.over) break;
      await this.letMachinePlayOn();
    }
    await this.settled();
    const { view } = await this.gm.situation();
    expect(view.over, 'the encounter ends').toBeTruthy();
    const named = view.sides.filter((side) => new RegExp(`\\b${side.name}\\b`, 'i').test(view.over ?? ''));
    expect(named.map((side) => side.name), `who has won: ${view.over}`).toHaveLength(1);
    const standing = view.actors.filter((actor) => actor.active).map((actor) => actor.side);
    expect(standing, 'the winners stand').toContain(named[0]?.side);
    for (const seat of this.all) {
      const banner = seat.page.locator('.banner.over');
      expect(await banner.innerText()).toContain(view.over);
      await seat.hasEveryLineOnce();
      await seat.check('the end');
    }
  }
}
