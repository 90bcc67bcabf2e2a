import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

export default defineConfig({
  ...config,
  test: { ...config.test, include: ['e2e/guide-pictures.ts'], maxWorkers: 1 },
});
