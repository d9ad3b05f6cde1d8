// Physical dice: rolled on the table and typed in. And animated dice: whether they move.

import { describe, expect, it } from 'vitest';
import { Tables, desk, phone, player } from './tables';
import { stage } from './stage';
import { until } from './wait';

const on = stage();
const tables = new Tables(on);

describe('somebody who rolls real dice', () => {
  it('is asked for them, is told what is wrong with them, and everybody sees that they were typed', { timeout: 90_000 }, async () => {
    const faults: string[] = [];
    const made = await tables.make('clockworld:tavern-shootout', [player('mudo', 'Mudo')]);
    const gm = await tables.sit(made, 0, 'GM', desk, faults);
    const mudo = await tables.sit(made, 1, 'Mudo', phone, faults);

    await mudo.page.locator('header').first().locator('button').last().tap();
    await mudo.page.getByLabel('Mudo rolls physical dice').check();
    await until('the server knows', () => gm.situation(), (now) => now.line === 1);
    await mudo.page.keyboard.press('Escape');

    await mudo.do({ verb: 'attack', actor: 'Mudo', slots: { target: 'rusk' } });
    for (;;) {
      const { questions } = await gm.settled();
      if (questions[0]?.kind !== 'answer') break;
      await gm.answer();
    }
    const card = mudo.page.locator('[data-question="dice"]');
    await card.waitFor();
    await mudo.check('typing dice');
    expect(await card.innerText()).toMatch(/Roll d10 for Attack/);
    const line = (await gm.situation()).line;

    // A d10 has no 11, and one die is not two.
    for (const wrong of ['11', '3 4']) {
      await card.locator('input').fill(wrong);
      await card.locator('[type=submit]').tap();
      const said = await mudo.page.locator('.banner.problem').innerText();
      expect(said, `${wrong} is refused with words`).toMatch(/d10/);
      expect((await gm.situation()).line, 'nothing was put in').toBe(line);
    }

    await card.locator('input').fill('2');
    await card.locator('[type=submit]').tap();
    await card.waitFor({ state: 'detached' });
    await mudo.page.locator('.banner.problem').waitFor({ state: 'detached' });
    for (const seat of [gm, mudo]) {
      await seat.settled();
      await seat.open('log');
      const rolled = seat.page.locator('[role="log"] .dice').filter({ hasText: 'Attack' });
      expect(await rolled.innerText(), `${seat.name} sees that they were typed`).toMatch(/physical dice[\s\S]*= 2/);
    }
    expect(faults).toEqual([]);
    for (const seat of [gm, mudo]) await seat.page.context().close();
  });
});

describe('dice that fall', () => {
  it('roll on the screen, unless somebody wants no motion or has turned it off', { timeout: 90_000 }, async () => {
    const faults: string[] = [];
    /** How long the first die moves when it appears, in milliseconds, and whether it should roll at all. */
    const fall = async (reducedMotion: 'reduce' | 'no-preference', isOff: boolean): Promise<[number, boolean]> => {
      const made = await tables.make('clockworld:tavern-shootout', [{ role: 'spectator', name: 'Watcher' }]);
      const seat = await tables.sit(made, 1, 'Watcher', { ...desk, reducedMotion }, faults);
      if (isOff) {
        await seat.page.locator('header').first().locator('button').last().click();
        await seat.page.getByLabel('Animate dice').uncheck();
        await seat.page.keyboard.press('Escape');
      }
      const moving = seat.page.evaluate(
        () =>
          new Promise<[number, boolean]>((done) => {
            const look = (): void => {
              const die = document.querySelector('[role=log] .dice svg');
              if (!die) return void requestAnimationFrame(look);
              const times = die.getAnimations().map((one) => Number(one.effect?.getComputedTiming().duration ?? 0));
              done([Math.max(0, ...times), die.classList.contains('rolling')]);
            };
            look();
          }),
      );
      await tables.take(made, 'check', { who: 'mudo', skill: 'acuity', rank: 'adept' });
      const found = await moving;
      await seat.page.context().close();
      return found;
    };
    const [time, isRolling] = await fall('no-preference', false);
    expect(time, 'dice roll').toBeGreaterThan(200);
    expect(isRolling).toBe(true);
    expect((await fall('reduce', false))[0], 'not for those who want no motion').toBeLessThan(1);
    expect(await fall('no-preference', true), 'and not when it is turned off').toEqual([0, false]);
    expect(faults).toEqual([]);
  });
});
