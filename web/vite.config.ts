import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { guide } from './scripts/guide.ts';
import { sampleMedia } from './scripts/sample-media.ts';
import { serviceWorker } from './scripts/service-worker.ts';

const backend = process.env['LECTERN_BACKEND'] ?? 'http://127.0.0.1:8080';

/** The page, its script and the service worker: each stays a file of its own. */
const entries = /\/(?:index\.html|src\/main\.ts|src\/worker\/.*)$/u;

/** `account.en-US` for the messages of a feature in a language: both are called by their language otherwise. */
function messageChunk(file: string | null): string | undefined {
  const match = /\/(?<owner>[\w-]+)\/locales\/(?<locale>[\w-]+)\.json$/u.exec(file ?? '');
  return match?.groups && `${match.groups['owner']}.${match.groups['locale']}`;
}

/** Tests that need the modules to themselves: they replace some, or see how the app starts or what it asks once. */
const alone = [
  'src/app/{saved-session,start,start-slow,view}.test.tsx',
  'src/features/portal/{account/login-hint,player/*,timetable/*}.test.tsx',
  'src/features/staff/recordings/folder-in.test.tsx',
  'src/shared/i18n/i18n.test.tsx',
  'src/shared/api/query.test.ts', // qs depends on a file that only Node.js itself knows how to load
  'src/testing/**/*.test.tsx',
];

export default defineConfig({
  plugins: [react(), serviceWorker(), guide(), sampleMedia()],
  resolve: { alias: { '@': fileURLToPath(new URL('src', import.meta.url)) } },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) => `assets/${messageChunk(facadeModuleId) ?? '[name]'}-[hash].js`,
        codeSplitting: {
          // One file for what every visit needs, one for the shell, and one for what pages share; otherwise each
          // becomes dozens.
          groups: [
            { name: 'start', tags: ['$initial'], test: (id: string) => !entries.test(id), priority: 2 },
            // What is in shared/ui/staff and shared/timetable stays out of it: every page loads this one.
            {
              name: 'shared',
              test: /\/src\/shared\/(?!ui\/staff\/|timetable\/).*\.(?:tsx?|css)$/u,
              minShareCount: 2,
              priority: 1,
            },
            { name: 'shell', test: /\/src\/(?:app|features\/portal\/messages)\//u, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/app-config.json', '/media', '/calendar', '/guide'].map((path) => [path, { target: backend }]),
    ),
  },
  test: {
    environment: 'happy-dom',
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // Far above what any test needs: it ends one that hangs, and a busy machine is no failure.
    testTimeout: 180_000,
    maxWorkers: 2,
    projects: [
      // The app takes longer to load than most of its tests to run, so these files share it.
      {
        extends: true,
        test: {
          name: 'shared',
          pool: 'threads',
          isolate: false,
          setupFiles: ['src/testing/afresh.ts'],
          include: ['src/{app,features,shared}/**/*.test.tsx'],
          exclude: ['**/*.zone.test.*', '**/node_modules/**', ...alone],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          pool: 'threads',
          include: alone,
          exclude: ['**/*.zone.test.*', '**/node_modules/**'],
        },
      },
      // Logic is tested in less time than a thread takes to load a DOM. In these threads it is loaded once; files have
      // globals of their own.
      {
        extends: true,
        test: {
          name: 'logic',
          pool: 'vmThreads',
          include: ['src/**/*.test.ts'],
          exclude: ['**/*.zone.test.*', '**/node_modules/**', ...alone],
        },
      },
      // The time zone belongs to the process: a test that changes it needs one of its own, or changes nothing.
      { extends: true, test: { name: 'zone', pool: 'forks', include: ['src/**/*.zone.test.{ts,tsx}'] } },
    ],
  },
});
