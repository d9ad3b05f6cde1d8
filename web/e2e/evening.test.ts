// One session with each rulebook, two at a time. BOOKS=crisis,stamina selects books.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plans } from './books';
import { Evening } from './evening';
import { startBrowser, startServer } from './server';

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(() => browser?.close());

describe.concurrent('an evening', () => {
  const named = process.env['BOOKS']?.split(',') ?? Object.keys(plans);
  for (const name of named) {
    it(`is played with ${name}`, { timeout: 480_000 }, async () => {
      const plan = plans[name];
      if (!plan) throw new Error(`nobody has planned an evening with ${name}`);
      const server = await startServer();
      try {
        const evening = await Evening.begin(plan, server, browser);
        await evening.look();
        await evening.fight();
        await evening.correct();
        await evening.actThroughACrash();
        await evening.playOn();
        expect(evening.faults).toEqual([]);
        await evening.close();
      } finally {
        await server.stop();
      }
    });
  }
});
