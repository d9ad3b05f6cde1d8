// Tables created through the API, for tests that start in the middle.

import type { BrowserContextOptions } from 'playwright-core';
import { guest, Seat } from './seat';
import type { Stage } from './stage';

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 360, height: 740 };

/** The differences between a phone and a desk. */
export const phone: BrowserContextOptions = { viewport: PHONE, reducedMotion: 'reduce', hasTouch: true, isMobile: true };
export const desk: BrowserContextOptions = { viewport: DESK, reducedMotion: 'reduce' };

export interface Made {
  table: { code: string };
  actors: { id: number; key: string; name: string }[];
  seats: { key: string; link: string }[];
}

/** A player's seat for one character. */
export const player = (actor: string, name: string): object => ({ role: 'player', actors: [actor], name });

export class Tables {
  private puts = 0;

  constructor(private readonly on: Stage) {}

  async post<T>(path: string, body: unknown, key = ''): Promise<T> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const response = await fetch(this.on.server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json() as Promise<T>;
  }

  async get(path: string, key = ''): Promise<string> {
    const response = await fetch(this.on.server.url + path, { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.text();
  }

  /** A table with these seats and the game master's. */
  make(scene: string, seats: object[] = []): Promise<Made> {
    return this.post<Made>('/api/v1/tables', { from: { kind: 'ready', name: scene }, seats });
  }

  /** A table with a scene of its own. */
  makeFrom(text: string, seats: object[] = []): Promise<Made> {
    return this.post<Made>('/api/v1/tables', { from: { kind: 'scene', text }, seats });
  }

  /** Submits something as the game master. */
  put(made: Made, put: object): Promise<unknown> {
    const id = `test-${(this.puts += 1)}`;
    return this.post(`/api/v1/tables/${made.table.code}/put`, { id, put }, made.seats[0]?.key);
  }

  take(made: Made, verb: string, slots: Record<string, string> = {}, actor?: string): Promise<unknown> {
    const id = made.actors.find((one) => one.key === actor)?.id;
    return this.put(made, { kind: 'take', filled: { verb, actor: id, slots } });
  }

  /** Connects a seat on its own device. */
  async sit(made: Made, seat: number, name: string, device: BrowserContextOptions, faults: string[]): Promise<Seat> {
    const context = await this.on.browser.newContext(device);
    const here = await guest(context, faults, this.on.server.url);
    const link = this.on.server.url + (made.seats[seat]?.link ?? '');
    const seated = await Seat.take(name, here, device.isMobile === true, faults, link);
    await seated.settled();
    return seated;
  }
}
