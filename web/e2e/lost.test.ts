// A connection that breaks at the worst moment: the server has written the line, but the page does not
// receive the answer.

import { describe, expect, it } from 'vitest';
import { guest, Seat } from './seat';
import { stage } from './stage';
import { Tables, desk } from './tables';

const on = stage();

describe('an answer that is lost on the way', () => {
  it('does not make the page do it twice', { timeout: 60_000 }, async () => {
    const { seats } = await new Tables(on).make('clockworld:tavern-shootout');
    const faults: string[] = [];
    const context = await on.browser.newContext(desk);
    const host = await guest(context, faults, on.server.url);
    let losing = false;
    const asked: string[] = [];
    await host.page.routeWebSocket(/\/ws$/, (socket) => {
      const table = socket.connectToServer();
      socket.onMessage((message) => {
        if (String(message).includes('"kind":"put"')) asked.push((JSON.parse(String(message)) as { id: string }).id);
        table.send(message);
      });
      table.onMessage((message) => {
        if (losing && String(message).includes('"kind":"ack"')) {
          losing = false;
          void socket.close();
          void table.close();
        } else socket.send(message);
      });
    });
    const gm = await Seat.take('GM', host, false, faults, on.server.url + (seats[0]?.link ?? ''));
    await gm.settled();
    losing = true;
    await gm.do({ verb: 'correct', slots: { who: 'mudo', what: 'shock_failures', to: '2' } });
    await gm.settled();
    expect(asked, 'it was sent again, under the same name').toHaveLength(2);
    expect(new Set(asked).size).toBe(1);
    expect((await gm.situation()).line, 'it was done once').toBe(1);
    await gm.hasEveryLineOnce();
    expect(await gm.track('Mudo', 'Shock failures')).toBe('2');
    expect(faults).toEqual([]);
    await context.close();
  });
});
