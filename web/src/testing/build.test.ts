// What the built app must and must not hold.
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
    if (/\.(?:js|html|css)$/u.test(name)) {
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

test('[2.19] it mounts on one root element', () => {
  const body = /<body>([\s\S]*)<\/body>/u.exec(html())?.[1] ?? '';
  expect(body.trim()).toBe('<div id="root"></div>');
});

test('no script or style is inline, so that the content policy can forbid both', () => {
  expect(html()).not.toMatch(/<style|\sstyle=|\son\w+=/u);
  expect([...html().matchAll(/<script([^>]*)>([^<]*)/gu)].every(([, , text]) => text === '')).toBe(true);
});

test('[1.4] the theme script is classic, comes first and needs no other file', () => {
  const [first] = html().match(/<script[^>]*>/u) ?? [];
  expect(first).toMatch(/^<script src="\/assets\/theme-boot-[\w-]+\.js">$/u);
  const [, code = ''] = [...files].find(([name]) => name.includes('theme-boot')) ?? [];
  expect(code).not.toMatch(/\b(?:import|export)\b/u);
});

test('[1.3] each namespace and language is a chunk of its own', () => {
  const names = [...files.keys()].map((name) => path.basename(name).replace(/-[\w-]{8}\.js$/u, ''));
  expect(names).toEqual(expect.arrayContaining(['app.en-US', 'app.zh-CN', 'account.en-US', 'account.zh-CN']));
});
