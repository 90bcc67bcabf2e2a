import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('..'),
  resolve: { alias: { '@': here('../src') } },
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: [here('global-setup.ts')],
    environment: 'node',
    // One browser and one college serve every file, so files run one after the other.
    fileParallelism: false,
    testTimeout: 60_000,
    // What a person would wait for without noticing, a test waits for too.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
  },
});
