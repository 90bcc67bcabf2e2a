import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';

const page = readFileSync('index.html', 'utf8');

/** Runs the inline script of index.html, which must use the same keys and rules as the app's stores. */
function runScript(): void {
  const code = /<script>(?<code>.*?)<\/script>/su.exec(page)?.groups?.['code'] ?? 'throw new Error("no script")';
  // oxlint-disable-next-line typescript/no-implied-eval -- it is our own page
  new Function(code)();
}

beforeEach(() => {
  document.documentElement.removeAttribute('lang');
  delete document.documentElement.dataset['theme'];
});

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['solarized', 'light'],
  [null, 'light'],
])('[1.4] stored theme %s is on <html> before the app starts', (stored, shown) => {
  if (stored !== null) {
    localStorage.setItem('arco-theme', stored);
  }
  runScript();
  expect(document.documentElement.dataset['theme']).toBe(shown);
});

test.each([
  ['zh-CN', 'en-GB', 'zh-CN'],
  ['en-US', 'zh-TW', 'en-US'],
  ['tlh', 'zh-Hans', 'zh-CN'],
  [null, 'zh-CN', 'zh-CN'],
  [null, 'de-DE', 'en-US'],
])('[1.3] stored language %s and browser language %s give %s', (stored, browser, shown) => {
  if (stored !== null) {
    localStorage.setItem('arco-locale', stored);
  }
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([browser]);
  runScript();
  expect(document.documentElement.lang).toBe(shown);
});

test('[1.4] blocked storage leaves the defaults', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  runScript();
  expect(document.documentElement.dataset['theme']).toBe('light');
});
