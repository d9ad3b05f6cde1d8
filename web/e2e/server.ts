// Starts the real server on its own store, and a real browser.

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const root = resolve(import.meta.dirname, '../..');

/** The binary: `REFEREE`, or else the first of the usual build results. */
export function binary(): string {
  const target = process.env['CARGO_TARGET_DIR'] ?? join(root, 'target');
  const built = ['proof', 'quick', 'debug', 'release'].map((profile) => join(target, profile, 'referee'));
  const all = [process.env['REFEREE'] ?? '', ...built];
  const found = all.find((path) => path !== '' && existsSync(path));
  if (!found) throw new Error(`no referee binary; build it with cargo build -p referee-cli (looked at ${all.join(', ')})`);
  return found;
}

/** A server on its own store. It can be stopped and restarted at the same address. */
export class Running {
  url = '';
  private child: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), 'referee-e2e-'));

  async start(): Promise<void> {
    const listen = this.url ? new URL(this.url).host : '127.0.0.1:0';
    const args = ['serve', '--listen', listen, '--store', join(this.folder, 'tables.db'), '--rate', '0', '--log', 'warn'];
    const child = spawn(binary(), args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.child = child;
    this.url = await new Promise<string>((done, failed) => {
      let said = '';
      child.stdout.on('data', (data: Buffer) => {
        said += data.toString();
        const match = /listening on (http:\S+)/.exec(said);
        if (match?.[1]) done(match[1]);
      });
      child.on('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  /** Stops it gracefully, or abruptly as a power failure would. */
  halt(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child) return Promise.resolve();
    return new Promise((done) => {
      child.on('exit', () => done());
      child.kill(signal);
    });
  }

  async stop(): Promise<void> {
    await this.halt();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function startServer(): Promise<Running> {
  const server = new Running();
  await server.start();
  return server;
}

export function startBrowser(): Promise<Browser> {
  const named = process.env['CHROMIUM'];
  const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const executablePath = named ?? usual.find((path) => existsSync(path));
  if (!executablePath) throw new Error('no Chromium; install it (apt-get install chromium) or name it in CHROMIUM');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
