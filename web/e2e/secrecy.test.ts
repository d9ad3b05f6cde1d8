// Who sees the dice: the acting player decides, in every book, and no other seat is sent anything.

import { describe, expect, it } from 'vitest';
import type { LogEntry, Secrecy, ServerMessage } from '../src/lib/wire';
import type { Seat } from './seat';
import { stage } from './stage';
import { Tables, desk, phone, player } from './tables';

const on = stage();
const tables = new Tables(on);

/** Whether the game master, the acting player and another player are told. */
const KINDS: [Secrecy, [boolean, boolean, boolean]][] = [
  ['public', [true, true, true]],
  ['gm', [true, true, false]],
  ['blind', [true, false, false]],
  ['own', [false, true, false]],
];

/** Every log entry that a seat was sent, live or on connecting. */
function sent(seat: Seat): LogEntry[] {
  return seat.heard.flatMap((text) => {
    const message = JSON.parse(text) as ServerMessage;
    if (message.kind === 'told') return [{ ...message, undone: false }];
    return message.kind === 'log' ? message.entries : [];
  });
}

async function searches(secrecy: Secrecy, expected: boolean[]): Promise<void> {
  const faults: string[] = [];
  const made = await tables.make('proficiency:party-against-a-gang', [player('scout', 'Scout'), player('warrior', 'Warrior')]);
  const gm = await tables.sit(made, 0, 'GM', desk, faults);
  const scout = await tables.sit(made, 1, 'Scout', phone, faults);
  const warrior = await tables.sit(made, 2, 'Warrior', phone, faults);

  await scout.draft({ verb: 'search', actor: 'Scout', secrecy });
  await scout.check('who sees the dice');
  await scout.confirm();
  for (;;) {
    if ((await gm.settled()).questions.length === 0) break;
    await gm.answer();
  }
  const seats = [gm, scout, warrior];
  for (const [at, seat] of seats.entries()) {
    await seat.settled();
    const dice = sent(seat).flatMap((entry) => entry.told).filter((told) => told.kind === 'dice');
    expect(dice.length > 0, `${seat.name} is ${expected[at] ? '' : 'not '}sent the dice (${secrecy})`).toBe(expected[at]);
    if (!expected[at]) expect(sent(seat), `${seat.name} is sent nothing at all (${secrecy})`).toEqual([]);
    await seat.open('log');
    if (expected[at]) await seat.page.locator('[role="log"] .dice').first().waitFor();
    const isMarked = (await seat.page.locator('[role="log"] [data-hidden]').count()) > 0;
    expect(isMarked, `${seat.name} sees that it is hidden (${secrecy})`).toBe(expected[at] && secrecy !== 'public');
    expect(await seat.page.locator('[role="log"] .dice').count() > 0).toBe(expected[at]);
  }
  // The mark is also present for seats that connect later.
  if (expected[1]) {
    await scout.page.reload();
    await scout.open('log');
    await scout.page.locator('[role="log"] .dice').first().waitFor();
    expect((await scout.page.locator('[role="log"] [data-hidden]').count()) > 0).toBe(secrecy !== 'public');
  }
  expect(faults).toEqual([]);
  for (const seat of seats) await seat.page.context().close();
}

describe('who sees the dice', () => {
  for (const [secrecy, expected] of KINDS) {
    it(`of a search: ${secrecy}`, { timeout: 60_000 }, () => searches(secrecy, expected));
  }
});
