// Builds the service worker as a single file, including the list of the app's files that it caches.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const source = 'src/worker/worker.ts';

/** The name in the worker's source that the list replaces. */
const placeholder = 'APP_FILES';

/** The pages that open offline: login and the timetable, in both languages, with the shell around them. */
const offlineChunks = /^(?:index|shell|timetable-page|(?:shared|app|account|messages|timetable)\.[\w-]+)-/u;

/** The chunks of the offline pages, their imports and style sheets. */
function offlineFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const add = (file: string): void => {
    const output = bundle[file];
    if (output?.type === 'chunk' && !files.has(file)) {
      files.add(file);
      output.imports.forEach(add);
      output.viteMetadata?.importedCss.forEach((style) => files.add(style));
    }
  };
  Object.keys(bundle)
    .filter((file) => offlineChunks.test(path.posix.basename(file)))
    .forEach(add);
  return [...files].toSorted();
}

/** The version changes with any of the files or the page. */
function versionOf(...contents: string[]): string {
  return createHash('sha256').update(contents.join('\n')).digest('hex').slice(0, 12);
}

/** Adds sw.js to a build; the development server and mock mode have none. */
export function serviceWorker(): Plugin {
  return {
    name: 'lectern:service-worker',
    apply: (_config, { command, mode }) => command === 'build' && mode !== 'mock',
    enforce: 'post',
    buildStart() {
      this.emitFile({ type: 'chunk', id: source, fileName: 'sw.js' });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle['sw.js'];
        const page = bundle['index.html'];
        if (worker?.type !== 'chunk' || page?.type !== 'asset' || worker.imports.length > 0) {
          this.error('sw.js must be one file of its own, and index.html built before it');
        }
        const files = offlineFiles(bundle);
        const app = {
          version: versionOf(...files, String(page.source), readFileSync('public/favicon.svg', 'utf8')),
          files: ['/', '/favicon.svg', ...files.map((file) => `/${file}`)],
        };
        worker.code = worker.code.replace(placeholder, () => JSON.stringify(app));
      },
    },
  };
}
