import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, Refused, type Health, type Socket } from '../src/lib/connection';
import type { ServerMessage } from '../src/lib/wire';

class Fake implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  greet(line = 0) {
    this.onopen?.();
    this.say({ kind: 'welcome', version: 1, table: {}, seat: {}, line });
  }
}

function setUp(after = () => 0) {
  const sockets: Fake[] = [];
  const healths: Health[] = [];
  const messages: ServerMessage[] = [];
  const listener = {
    health: (health: Health) => void healths.push(health),
    message: (message: ServerMessage) => void messages.push(message),
    after,
  };
  const open = () => {
    const socket = new Fake();
    sockets.push(socket);
    return socket;
  };
  const connection = new Connection(open, 'secret', listener, 'page');
  connection.start();
  return { sockets, healths, messages, connection, last: () => sockets[sockets.length - 1] as Fake };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a connection', () => {
  it('says hello with its key and the last line it has seen', () => {
    const { last } = setUp(() => 17);
    last().onopen?.();
    expect(last().sent).toEqual([{ kind: 'hello', version: 1, key: 'secret', after: 17 }]);
  });

  it('resolves a request by its name, whatever comes in between', async () => {
    const { connection, last, messages } = setUp();
    last().greet();
    const done = connection.request({ kind: 'put', put: { kind: 'redo' } });
    const { id } = last().sent[1] as { id: string };
    last().say({ kind: 'told', line: 1, told: [] });
    last().say({ kind: 'ack', id, line: 1 });
    last().say({ kind: 'ack', id, line: 1 }); // a repeated answer is harmless
    await expect(done).resolves.toMatchObject({ kind: 'ack', line: 1 });
    expect(messages.map((message) => message.kind)).toEqual(['welcome', 'told']);
  });

  it('fails a request with what the server says against it', async () => {
    const { connection, last } = setUp();
    last().greet();
    const done = connection.request({ kind: 'put', put: { kind: 'undo', dice: 'same' } });
    last().say({ kind: 'error', id: 'page-1', code: 'refused/nothing-to-undo', message: 'nothing has been done yet' });
    await expect(done).rejects.toBeInstanceOf(Refused);
  });

  it('comes back by itself, and sends what was not acknowledged again under the same name', async () => {
    const { connection, sockets, healths, last } = setUp();
    last().greet();
    const put = connection.request({ kind: 'put', put: { kind: 'redo' } });
    const odds = connection.request({ kind: 'slots', filled: { verb: 'x', slots: {} } });
    const lost = expect(odds).rejects.toThrow(/lost/);
    last().onclose?.();
    await lost;
    expect(healths.at(-1)).toBe('lost');
    const later = connection.request({ kind: 'put', put: { kind: 'abandon' } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sockets).toHaveLength(2);
    last().greet();
    expect(last().sent.map((message) => [message['kind'], message['id']])).toEqual([
      ['hello', undefined],
      ['put', 'page-1'],
      ['put', 'page-3'],
    ]);
    last().say({ kind: 'ack', id: 'page-1', line: 4, repeated: true });
    last().say({ kind: 'ack', id: 'page-3', line: 5 });
    await expect(put).resolves.toMatchObject({ repeated: true });
    await expect(later).resolves.toMatchObject({ line: 5 });
    expect(healths.at(-1)).toBe('open');
  });

  it('tries at once when the device wakes up', async () => {
    const { connection, sockets, last } = setUp();
    last().greet();
    last().onclose?.();
    connection.wake();
    expect(sockets).toHaveLength(2);
  });

  it('asks whether anybody is there when the device wakes up, and does not wait long', async () => {
    const { connection, sockets, last } = setUp();
    last().greet();
    connection.wake();
    expect(last().sent.at(-1)).toMatchObject({ kind: 'ping' });
    last().say({ kind: 'pong', id: last().sent.at(-1)?.['id'] });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sockets, 'it was answered').toHaveLength(1);
    connection.wake();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sockets[0]?.closed).toBe(true);
    expect(sockets, 'a new one at once').toHaveLength(2);
  });

  it('notices that nobody answers', async () => {
    const { sockets, last } = setUp();
    last().greet();
    await vi.advanceTimersByTimeAsync(35_000);
    expect(sockets[0]?.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('does not come back when the seat was taken back', async () => {
    const { sockets, healths, last, messages } = setUp();
    last().greet();
    last().say({ kind: 'closing', code: 'revoked', message: 'the game master took this link back' });
    last().onclose?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
    expect(healths.at(-1)).toBe('closed');
    expect(messages.at(-1)?.kind).toBe('closing');
  });

  it('comes back after a server was stopped', async () => {
    const { sockets, last } = setUp();
    last().greet();
    last().say({ kind: 'closing', code: 'stopping', message: 'the server stops' });
    last().onclose?.();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sockets).toHaveLength(2);
  });
});
