// What the built app must and must not hold.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageFiles } from './messages';

let out = '';
const files = new Map<string, string>();

beforeAll(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'lectern-build-'));
  const vite = path.resolve('node_modules/vite/bin/vite.js');
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', out, '--emptyOutDir', '--logLevel', 'error'],
    {
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  for (const name of await readdir(out, { recursive: true })) {
    if (/\.(?:js|html|css|webmanifest)$/u.test(name)) {
      files.set(name, await readFile(path.join(out, name), 'utf8'));
    }
  }
}, 120_000);

afterAll(() => rm(out, { recursive: true, force: true }));

const html = (): string => files.get('index.html') ?? '';

test('[7.10] nothing of mock mode is in it', () => {
  expect(files.size).toBeGreaterThan(10);
  const traces = ['账号或者密码错误', '50008', '50_008', 'userRole', 'mock-token', 'mockServiceWorker'];
  const found = [...files].filter(([, text]) => traces.some((trace) => text.includes(trace)));
  expect(found.map(([name]) => name)).toEqual([]);
});

function body(): HTMLElement {
  const holder = document.createElement('div');
  holder.innerHTML = /<body>([\s\S]*)<\/body>/u.exec(html())?.[1] ?? '';
  return holder;
}

test('[2.19] it mounts on one root element', () => {
  expect([...body().children].map(({ id }) => id)).toEqual(['root']);
});

test('the first screen says what the login page will say, in either language', () => {
  for (const locale of ['en-US', 'zh-CN']) {
    const said = [...body().querySelectorAll(`#root [data-first] [lang="${locale}"]`)];
    const messages = messageFiles[`/src/features/account/locales/${locale}.json`];
    expect(said.map(({ textContent }) => textContent)).toEqual([
      messages?.['login.headline'],
      messages?.['login.subline'],
    ]);
  }
});

test('the first screen needs no file but the page', () => {
  const [head = ''] = html().split('</head>');
  expect(head.match(/<style>[^<]*\.welcome-headline[^<]*<\/style>/gu)).toHaveLength(1);
  expect(html()).not.toMatch(/rel="(?:stylesheet|modulepreload)"|type="module"/u);
});

test('one script is inline and one style, so that the content policy can forbid all others', () => {
  expect(html()).not.toMatch(/\sstyle=|\son\w+=/u);
  expect(html().match(/<(?:script|style)\b/gu)).toEqual(['<script', '<style']);
});

test('[1.4] the theme script is classic, comes first and needs no file', () => {
  const [, attributes, code = ''] = /<head>\s*<script([^>]*)>(.*?)<\/script>/su.exec(html()) ?? [];
  expect(attributes).toMatch(/^ data-early="[^"]+"$/u);
  expect(code).toContain('arco-theme');
  expect(code).not.toMatch(/\b(?:import|export)\b|<!--|<\/?script/u);
  expect([...files.keys()].filter((name) => name.includes('theme-boot'))).toEqual([]);
});

test('[1.3] each namespace and language is a chunk of its own', () => {
  const names = [...files.keys()].map((name) => path.basename(name).replace(/-[\w-]{8}\.js$/u, ''));
  expect(names).toEqual(expect.arrayContaining(['app.en-US', 'app.zh-CN', 'account.en-US', 'account.zh-CN']));
});

/** What the theme script asks for: names without their hashes, or as they are. */
function early(): Record<'run' | 'app', string[]> & Record<string, Record<string, string[]>> {
  const text = /data-early="([^"]*)"/u.exec(html())?.[1]?.replaceAll('&quot;', '"') ?? '';
  return JSON.parse(text) as ReturnType<typeof early>;
}

const withoutHash = (file: string): string => file.replace(/-[\w-]{8}\.(js|css)$/u, '.$1');

test('what is always needed together is one file, and login needs few', () => {
  expect(early().run.map(withoutHash)).toEqual(['index.js', 'router.js']);
  expect(early().app.map(withoutHash).toSorted()).toEqual(['react.js', 'rolldown-runtime.js', 'start.js']);
  expect(early()['login']?.['en-US']?.map(withoutHash)).toEqual([
    'login-route.js',
    'shared.en-US.js',
    'app.en-US.js',
    'account.en-US.js',
  ]);
});

test('it can be installed: a manifest with both languages and icons of the sizes that it names', async () => {
  expect(html()).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  const manifest = JSON.parse(files.get('manifest.webmanifest') ?? '') as {
    name: string;
    name_localized: Record<string, string>;
    start_url: string;
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(manifest.start_url).toBe('/student/timetable');
  expect([manifest.name, manifest.name_localized['zh-CN']]).toEqual([
    'Lectern student portal',
    'Lectern 学生端',
  ]);
  const pictures = await Promise.all(
    manifest.icons.map(async ({ src, purpose }) => {
      const png = await readFile(path.join(out, src));
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)} ${purpose}`;
    }),
  );
  expect(pictures).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(pictures);
});

test('the service worker is one file that keeps login and timetable in both languages, and no other page', () => {
  const code = files.get('sw.js') ?? '';
  expect(code).not.toMatch(/\bimport\b|KEPT_FILES/u);
  const kept = (/"files":(\[[^\]]*\])/u.exec(code)?.[1] ?? '[]').replaceAll(/-[\w-]{8}\./gu, '.');
  for (const name of ['shell.js', 'shell.css', 'timetable-page.js', 'timetable-page.css', 'login-route.js']) {
    expect(kept).toContain(`"/assets/${name}"`);
  }
  for (const namespace of ['shared', 'app', 'account', 'message', 'timetable']) {
    expect(kept).toContain(`"/assets/${namespace}.en-US.js"`);
    expect(kept).toContain(`"/assets/${namespace}.zh-CN.js"`);
  }
  expect(kept).not.toMatch(/student-info-page|watch-page/u);
});

test('what login and timetable need is named in the page, in either language, and is there', () => {
  const { run, app, ...visits } = early();
  for (const [visit, locale, wanted] of [
    ['login', 'en-US', ['login-route', 'account.en-US', 'shared.en-US']],
    ['timetable', 'zh-CN', ['shell', 'timetable-page', 'timetable.zh-CN', 'message.zh-CN']],
  ] as const) {
    const named = visits[visit]?.[locale] ?? [];
    expect([...run, ...app, ...named].filter((file) => !files.has(`assets/${file}`))).toEqual([]);
    expect(named.map(withoutHash)).toEqual(expect.arrayContaining(wanted.map((stem) => `${stem}.js`)));
  }
});
