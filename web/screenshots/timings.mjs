// How fast the page is: npm run timings. Prints what it measures, and fails if a promise is not kept.
import { createServer } from 'vite';

const vite = await createServer({ server: { middlewareMode: true, hmr: false, ws: false }, appType: 'custom', logLevel: 'error' });
const { startBrowser, startServer } = await vite.ssrLoadModule('/e2e/server.ts');
const { timings } = await vite.ssrLoadModule('/screenshots/timings.ts');
const page = process.env.REFEREE_PAGE;
const server = page ? null : await startServer();
const browser = await startBrowser();
let isKept = false;
try {
  isKept = await timings(browser, page ?? server.url);
} finally {
  await browser.close();
  await server?.stop();
  await vite.close();
}
process.exit(isKept ? 0 : 1);
