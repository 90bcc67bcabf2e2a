// What the built app must and must not contain.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

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

test('[7.10] it contains nothing of mock mode', () => {
  expect(files.size).toBeGreaterThan(10);
  const traces = ['账号或者密码错误', '50008', '50_008', 'userRole', 'mock-token', 'mockServiceWorker'];
  const found = [...files].filter(([, text]) => traces.some((trace) => text.includes(trace)));
  expect(found.map(([name]) => name)).toEqual([]);
});

test('browsers that ask for /favicon.ico get an icon', async () => {
  const icon = await readFile(path.join(out, 'favicon.ico'));
  expect([...icon.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
});

function body(): HTMLElement {
  const holder = document.createElement('div');
  holder.innerHTML = /<body>([\s\S]*)<\/body>/u.exec(html())?.[1] ?? '';
  return holder;
}

test('[2.19] it mounts on one root element', () => {
  expect([...body().children].map(({ id }) => id)).toEqual(['root']);
});

test('one script is inline, so that the content policy can forbid all others', () => {
  expect(html()).not.toMatch(/\sstyle=|\son\w+=|<style/u);
  expect(html().match(/<script(?![^>]*\ssrc=)[^>]*>/gu)).toEqual(['<script>']);
});

test('[1.4] the theme script is classic and comes before every file', () => {
  const [before = '', code = ''] = html().split('<script>');
  expect(before).not.toMatch(/<link|<script/u);
  expect(code.split('</script>')[0]).toContain('arco-theme');
});

test('[1.3] each namespace and language is a chunk of its own', () => {
  const names = [...files.keys()].map((name) => path.basename(name).replace(/-[\w-]{8}\.js$/u, ''));
  expect(names).toEqual(expect.arrayContaining(['app.en-US', 'app.zh-CN', 'account.en-US', 'account.zh-CN']));
});

test('it can be installed: a manifest with both languages and icons of the sizes that it names', async () => {
  expect(html()).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  const manifest = JSON.parse(files.get('manifest.webmanifest') ?? '') as {
    name: string;
    name_localized: Record<string, string>;
    start_url: string;
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(manifest.start_url).toBe('/student/timetable');
  expect([manifest.name, manifest.name_localized['zh-CN']]).toEqual(['Lectern student portal', 'Lectern 学生端']);
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

test('the service worker is one file that caches login and timetable in both languages, and no other page', () => {
  const code = files.get('sw.js') ?? '';
  expect(code).not.toMatch(/\bimport\b|APP_FILES/u);
  const kept = (/"files":(\[[^\]]*\])/u.exec(code)?.[1] ?? '[]').replaceAll(/-[\w-]{8}\./gu, '.');
  for (const name of ['shell.js', 'shell.css', 'timetable-page.js', 'timetable-page.css', 'start.js', 'start.css']) {
    expect(kept).toContain(`"/assets/${name}"`);
  }
  for (const namespace of ['shared', 'app', 'account', 'messages', 'timetable']) {
    expect(kept).toContain(`"/assets/${namespace}.en-US.js"`);
    expect(kept).toContain(`"/assets/${namespace}.zh-CN.js"`);
  }
  expect(kept).not.toMatch(/student-info-page|watch-page/u);
});
