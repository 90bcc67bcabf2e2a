import { beforeEach, expect, test, vi } from 'vitest';

// Not an import: the file is no module and must stay none.
const scripts = import.meta.glob('./theme-boot.ts');

async function boot(): Promise<void> {
  vi.resetModules();
  await scripts['./theme-boot.ts']?.();
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  document.documentElement.removeAttribute('lang');
  delete document.documentElement.dataset['theme'];
});

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['solarized', 'light'],
  [null, 'light'],
])('[1.4] stored theme %s is on <html> before the app starts', async (stored, shown) => {
  if (stored !== null) {
    localStorage.setItem('arco-theme', stored);
  }
  await boot();
  expect(document.documentElement.dataset['theme']).toBe(shown);
});

test.each([
  ['zh-CN', 'en-GB', 'zh-CN'],
  ['en-US', 'zh-TW', 'en-US'],
  ['tlh', 'zh-Hans', 'zh-CN'],
  [null, 'zh-CN', 'zh-CN'],
  [null, 'de-DE', 'en-US'],
])('[1.3] stored language %s and browser language %s give %s', async (stored, browser, shown) => {
  if (stored !== null) {
    localStorage.setItem('arco-locale', stored);
  }
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([browser]);
  await boot();
  expect(document.documentElement.lang).toBe(shown);
});

test('[1.4] blocked storage leaves the defaults', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await boot();
  expect(document.documentElement.dataset['theme']).toBe('light');
});

test.each([
  [null, 'login'],
  ['T', undefined],
])('the first screen is for who has no session: token %s', async (stored, visit) => {
  delete document.documentElement.dataset['visit'];
  if (stored !== null) {
    localStorage.setItem('token', stored);
  }
  await boot();
  expect(document.documentElement.dataset['visit']).toBe(visit);
});

test('what the app will need is asked for at once: its settings, and the files that the page names', async () => {
  const asked = vi.fn(async () => Response.json({}));
  vi.stubGlobal('fetch', asked);
  const early = { login: { 'en-US': ['login-1.js', 'login-1.css'] }, timetable: { 'en-US': ['shell-1.js'] } };
  const script = Object.assign(document.createElement('script'), {});
  script.dataset['early'] = JSON.stringify(early);
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US']);
  await boot();
  const links = [...document.head.querySelectorAll('link')];
  expect(links.map((link) => `${link.rel} ${link.getAttribute('href')}`)).toEqual([
    'modulepreload /assets/login-1.js',
    'preload /assets/login-1.css',
  ]);
  links.forEach((link) => link.remove());
  expect(asked).toHaveBeenCalledExactlyOnceWith('/app-config.json', {
    cache: 'no-store',
    priority: 'low',
    signal: expect.any(AbortSignal) as AbortSignal, // whatever hangs ends
  });
  Object.assign(globalThis, { earlyConfig: undefined });
});
