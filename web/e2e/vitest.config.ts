import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('..'),
  resolve: { alias: { '@': here('../src') } },
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: [here('global-setup.ts')],
    setupFiles: [here('setup.ts')],
    environment: 'node',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Far above what any test needs: for tests that hang, not for a busy machine.
    testTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
});
