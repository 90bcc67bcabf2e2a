import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { groups, messageChunk } from './scripts/chunks.ts';
import { earlyFiles } from './scripts/early.ts';
import { firstScreen } from './scripts/first-screen.ts';
import { installable } from './scripts/installable.ts';
import { sampleMedia } from './scripts/sample-media.ts';

const bootSource = 'src/app/theme-boot.ts';

/**
 * Puts the theme script in front of everything else as a classic, blocking, external script: the policy
 * `script-src 'self'` forbids an inline one, and a module would run after the first paint.
 */
function themeBoot(): Plugin {
  let reference = '';
  let serving = false;
  return {
    name: 'lectern:theme-boot',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    buildStart() {
      if (!serving) {
        reference = this.emitFile({ type: 'chunk', id: bootSource, name: 'theme-boot' });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const built = Object.values(context.bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.name === 'theme-boot' && reference !== '',
        );
        const src = serving ? `/${bootSource}` : `/${built?.fileName ?? ''}`;
        const early = context.bundle && { 'data-early': JSON.stringify(earlyFiles(context.bundle)) };
        return [{ tag: 'script', attrs: { src, ...early }, injectTo: 'head-prepend' }];
      },
    },
  };
}

const backend = process.env['LECTERN_BACKEND'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), themeBoot(), firstScreen(), installable(), sampleMedia()],
  resolve: { alias: { '@': fileURLToPath(new URL('src', import.meta.url)) } },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${messageChunk(facadeModuleId) ?? '[name]'}-[hash].js`,
        codeSplitting: { groups },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/app-config.json', '/media', '/calendar'].map((path) => [path, { target: backend }]),
    ),
  },
  test: {
    environment: 'happy-dom',
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // A slow machine compiles a page for seconds the first time a test opens it.
    testTimeout: 30_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'web',
          pool: 'threads',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.zone.test.*', '**/node_modules/**'],
        },
      },
      // The time zone belongs to the process: a test that changes it needs one of its own, or changes nothing.
      { extends: true, test: { name: 'zone', pool: 'forks', include: ['src/**/*.zone.test.{ts,tsx}'] } },
    ],
  },
});
