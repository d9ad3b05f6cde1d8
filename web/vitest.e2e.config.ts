import { defineConfig } from 'vitest/config';

// In a real browser against the real server, one after the other: the machine may be small.
export default defineConfig({
  test: { include: ['e2e/**/*.test.ts'], environment: 'node', fileParallelism: false, testTimeout: 240_000, hookTimeout: 60_000 },
});
