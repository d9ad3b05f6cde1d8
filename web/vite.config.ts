import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `npm run dev` serves the page by itself and hands everything else to a server on this port.
const server = process.env['REFEREE_SERVER'] ?? 'http://127.0.0.1:7450';

// The server has to be told that this page may use it: --allow-origin http://127.0.0.1:5173.
const proxy = { '/api': { target: server, ws: true, changeOrigin: true } };

export default defineConfig({
  plugins: [svelte()],
  // Vitest takes Svelte for a server otherwise.
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy },
  preview: { proxy },
  test: { environment: 'jsdom', include: ['tests/**/*.test.ts'] },
});
