// What makes the built app installable: icons, web manifest, and the service worker with the list of what it keeps.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';
import { icon } from './icon.ts';
import { withImports } from './with-imports.ts';

const workerSource = 'src/worker/worker.ts';

/** The word in the worker's source that stands for the list. */
const placeholder = 'KEPT_FILES';

/** The pages that open without a network: login and the timetable, in both languages, with the shell around. */
const keptChunks =
  /^(?:index|shell|login-route|timetable-page|(?:shared|app|account|message|timetable)\.[\w-]+)-/u;

const icons = [
  { file: 'icons/192.png', shape: { size: 192, mark: 1, corner: 7 / 32 }, purpose: 'any' },
  { file: 'icons/512.png', shape: { size: 512, mark: 1, corner: 7 / 32 }, purpose: 'any' },
  { file: 'icons/maskable.png', shape: { size: 512, mark: 0.8, corner: 0 }, purpose: 'maskable' },
] as const;
const appleIcon = { file: 'icons/apple-touch.png', shape: { size: 180, mark: 0.9, corner: 0 } } as const;

/** One name in each language; browsers that do not know the localised members take the plain one. */
const manifest = {
  id: '/',
  start_url: '/student/timetable',
  scope: '/',
  display: 'standalone',
  lang: 'en-US',
  name: 'Lectern student portal',
  name_localized: { 'zh-CN': 'Lectern 学生端' },
  short_name: 'Lectern',
  short_name_localized: { 'zh-CN': '学生端' },
  description: 'Timetable, student record and recorded lectures of your college.',
  description_localized: { 'zh-CN': '学校的课表、学籍信息与课程回放。' },
  theme_color: '#165DFF',
  background_color: '#FFFFFF',
  icons: icons.map(({ file, shape, purpose }) => ({
    src: `/${file}`,
    sizes: `${shape.size}x${shape.size}`,
    type: 'image/png',
    purpose,
  })),
};

const baseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

function keptFiles(bundle: Rolldown.OutputBundle): string[] {
  const kept = Object.keys(bundle).filter((file) => keptChunks.test(baseName(file)));
  return [...withImports(bundle, kept)].toSorted();
}

/** The worker's version: other files or another page make another one. */
function versionOf(files: readonly string[], page: string): string {
  return createHash('sha256')
    .update([...files, page].join('\n'))
    .digest('hex')
    .slice(0, 12);
}

/** Adds icons, manifest and service worker to a build; the development server has none of them. */
export function installable(): Plugin {
  return {
    name: 'lectern:installable',
    apply: (_config, { command, mode }) => command === 'build' && mode !== 'mock',
    enforce: 'post',
    buildStart() {
      this.emitFile({ type: 'chunk', id: workerSource, fileName: 'sw.js' });
      for (const { file, shape } of [...icons, appleIcon]) {
        this.emitFile({ type: 'asset', fileName: file, source: icon(shape) });
      }
      this.emitFile({
        type: 'asset',
        fileName: 'manifest.webmanifest',
        source: `${JSON.stringify(manifest, null, 2)}\n`,
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
        { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `/${appleIcon.file}` }, injectTo: 'head' },
      ],
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle['sw.js'];
        const page = bundle['index.html'];
        if (worker?.type !== 'chunk' || page?.type !== 'asset' || worker.imports.length > 0) {
          this.error('sw.js must be one file of its own, and index.html built before it');
        }
        const files = ['favicon.svg', ...keptFiles(bundle)];
        const mark = readFileSync('public/favicon.svg', 'utf8');
        const kept = {
          version: versionOf(files, String(page.source) + mark),
          files: ['/', ...files.map((file) => `/${file}`)],
        };
        worker.code = worker.code.replace(placeholder, () => JSON.stringify(kept));
      },
    },
  };
}
