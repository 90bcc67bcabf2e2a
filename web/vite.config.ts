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
 * Puts the theme script in front of everything else, as a classic script that blocks: a module would run after the first
 * paint. In a build it stands in the page itself, because a file would cost the first paint a round trip; the server
 * names its hash in the page's policy, which allows no other.
 */
function themeBoot(): Plugin {
  let serving = false;
  return {
    name: 'lectern:theme-boot',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    buildStart() {
      if (!serving) {
        this.emitFile({ type: 'chunk', id: bootSource, name: 'theme-boot' });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const place = { tag: 'script', injectTo: 'head-prepend' } as const;
        const built = Object.values(bundle).find(({ name }) => name === 'theme-boot');
        if (built?.type !== 'chunk') {
          return [{ ...place, attrs: { src: `/${bootSource}` } }];
        }
        delete bundle[built.fileName];
        const attrs = { 'data-early': JSON.stringify(earlyFiles(bundle)) };
        return [{ ...place, attrs, children: built.code.trim() }];
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
