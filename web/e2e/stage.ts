// Shared by the tests of a file: a server and a browser that live as long as the file.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startBrowser, startServer, type Running } from './server';

export interface Stage {
  server: Running;
  browser: Browser;
}

/**
 * Starts both before the tests of this file and stops them afterwards. They are available once the tests run.
 */
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
