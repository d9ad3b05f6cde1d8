// What the tests of a file share: a server and a browser, there from the first to the last.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startBrowser, startServer, type Running } from './server';

export interface Stage {
  server: Running;
  browser: Browser;
}

/** Starts both before the tests of this file and ends them afterwards. They are there once the tests run. */
export function stage(): Stage {
  const on = {} as Stage;
  beforeAll(async () => {
    on.server = await startServer();
    on.browser = await startBrowser();
  });
  afterAll(async () => {
    await on.browser?.close();
    await on.server?.stop();
  });
  return on;
}
