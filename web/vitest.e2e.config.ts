import { defineConfig } from 'vitest/config';

// In a real browser against the real server: one file after the other, and in each two tests at a time, because the
// machine may be small.
export default defineConfig({
  test: { include: ['e2e/**/*.test.ts'], environment: 'node', fileParallelism: false, maxConcurrency: 2, hookTimeout: 60_000 },
});
