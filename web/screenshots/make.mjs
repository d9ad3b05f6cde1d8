// Pictures of every screen, desktop and phone, light and dark: npm run screenshots [-- folder]
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { createServer } from 'vite';

const folder = resolve(process.argv[2] ?? 'screenshots/out');
mkdirSync(folder, { recursive: true });
// Vite reads the TypeScript of the tests for us.
const vite = await createServer({ server: { middlewareMode: true, hmr: false, ws: false }, appType: 'custom', logLevel: 'error' });
const { startBrowser, startServer } = await vite.ssrLoadModule('/e2e/server.ts');
const { pictures } = await vite.ssrLoadModule('/screenshots/pictures.ts');
const page = process.env.REFEREE_PAGE;
const server = page ? null : await startServer();
const browser = await startBrowser();
try {
  await pictures(browser, page ?? server.url, folder);
} finally {
  await browser.close();
  await server?.stop();
  await vite.close();
}
