// A sleeping phone: its page is frozen, its connection dies, and play has continued when it wakes.

import { describe, expect, it } from 'vitest';
import type { Seat } from './seat';
import { stage } from './stage';
import { Tables, desk, phone, player } from './tables';
import { until } from './wait';

const on = stage();
const tables = new Tables(on);

/** Puts the page of a phone to sleep, and wakes it. */
async function sleeper(seat: Seat): Promise<{ sleep: () => Promise<void>; wake: () => Promise<void> }> {
  const browser = await seat.page.context().newCDPSession(seat.page);
  const set = (state: 'frozen' | 'active') => browser.send('Page.setWebLifecycleState', { state });
  return { sleep: () => set('frozen').then(() => {}), wake: () => set('active').then(() => {}) };
}

/** The ids of the submissions, in the order sent. */
function putsOf(seat: Seat): string[] {
  return seat.said.flatMap((text) => {
    const message = JSON.parse(text) as { kind: string; id?: string };
    return message.kind === 'put' ? [message.id ?? ''] : [];
  });
}

describe('a phone that sleeps', () => {
  it('wakes to how things stand, and what it had not sent yet is done once', { timeout: 120_000 }, async () => {
    const faults: string[] = [];
    const made = await tables.make('clockworld:tavern-shootout', [player('mudo', 'Mudo')]);
    const gm = await tables.sit(made, 0, 'GM', desk, faults);
    const mudo = await tables.sit(made, 1, 'Mudo', phone, faults);
    const phoneOf = await sleeper(mudo);

    await mudo.draft({ verb: 'attack', actor: 'Mudo', slots: { target: 'rusk' } });
    // The connection breaks before the phone sleeps, just as the player confirms.
    await on.server.halt('SIGKILL');
    await mudo.until('data-health', 'lost');
    await mudo.page.locator('[data-draft] .confirm').tap();
    await mudo.until('data-busy', '1');
    await phoneOf.sleep();
    await on.server.start();
    await tables.take(made, 'correct', { who: 'mudo', what: 'reactions', to: '7' });
    expect((await gm.situation()).line, 'nothing came from the phone in its sleep').toBe(1);

    await phoneOf.wake();
    await until('the attack is put in', () => gm.situation(), (now) => now.line === 2);
    for (;;) {
      if ((await gm.settled()).questions.length === 0) break;
      await gm.answer();
    }
    await mudo.settled();
    expect(putsOf(mudo), 'it went out once').toHaveLength(1);
    await mudo.hasEveryLineOnce();
    expect(await mudo.track('Mudo', 'Reactions'), 'it sees what happened in its sleep').toBe('7');
    const attacks = (await gm.log()).flatMap((entry) => entry.told).filter((told) => told.kind === 'line' && /^Mudo Attacks/.test(told.text));
    expect(attacks, 'the attack happened once').toHaveLength(1);
    expect(faults).toEqual([]);
    for (const seat of [gm, mudo]) await seat.page.context().close();
  });

  it('notices that its connection died without a word', { timeout: 60_000 }, async () => {
    const faults: string[] = [];
    const made = await tables.make('clockworld:tavern-shootout', [player('mudo', 'Mudo')]);
    const context = await on.browser.newContext(phone);
    const page = await context.newPage();
    let isDead = false;
    let connections = 0;
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const number = (connections += 1);
      const table = socket.connectToServer();
      const alive = (): boolean => !(isDead && number === 1);
      socket.onMessage((message) => alive() && table.send(message));
      table.onMessage((message) => alive() && socket.send(message));
    });
    await page.goto(on.server.url + (made.seats[1]?.link ?? ''));
    await page.locator('[data-table][data-health="open"]').waitFor({ state: 'attached' });
    isDead = true;
    await tables.take(made, 'correct', { who: 'mudo', what: 'reactions', to: '7' });
    await page.waitForTimeout(300);
    await page.locator('[data-tab="sheet"]').tap();
    const count = page.locator('[data-track="Reactions"] .count');
    expect(await count.innerText(), 'it does not know yet').toBe('2 / 2');
    // The event that a device fires when it wakes.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await until('it knows', () => count.innerText(), (text) => text.startsWith('7'), 6_000);
    expect(connections).toBe(2);
    expect(faults).toEqual([]);
    await context.close();
  });
});
