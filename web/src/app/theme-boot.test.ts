import { afterEach, beforeEach, expect, test, vi } from 'vitest';

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

const early = {
  run: ['index-1.js'],
  app: ['start-1.js'],
  login: { 'en-US': ['login-1.js', 'login-1.css'], 'zh-CN': ['login-2.js'] },
  timetable: { 'en-US': ['shell-1.js'], 'zh-CN': ['shell-2.js'] },
};

let added: Element[] = [];

/** What the page has been told to load. */
const named = (): string[] =>
  added.map((element) =>
    ['rel', 'type', 'as', 'href', 'src'].flatMap((name) => element.getAttribute(name) ?? []).join(' '),
  );

const asked = {
  app: ['module /assets/index-1.js', 'modulepreload /assets/start-1.js'],
  login: ['modulepreload /assets/login-1.js', 'preload style /assets/login-1.css'],
  timetable: ['modulepreload /assets/shell-1.js'],
};

let frames: FrameRequestCallback[] = [];

/** The built page at a path, which never draws a frame by itself. */
function inPage(path: string, hidden: boolean): void {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  added = [];
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    added.push(...nodes.filter((node) => node instanceof Element));
  });
  const script = document.createElement('script');
  script.dataset['early'] = JSON.stringify(early);
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US']);
  history.replaceState(null, '', path);
}

afterEach(() => {
  vi.useRealTimers();
  Object.assign(globalThis, { earlyConfig: undefined });
});

test.each([
  ['the timetable', '/student/timetable', [...asked.app, ...asked.timetable]],
  ['another page', '/student/info', asked.app],
])('who has a session and opens %s is sent its files at once', async (_what, path, wanted) => {
  inPage(path, false);
  localStorage.setItem('token', 'T');
  await boot();
  vi.runAllTimers();
  expect(named()).toEqual(wanted);
});

test('who has none is shown the first screen before the files of the app are asked for', async () => {
  inPage('/login', false);
  await boot();
  vi.runAllTimers();
  expect(named()).toEqual([]);
  frames.forEach((draw) => draw(0));
  expect(named()).toEqual([]); // the frame is about to be drawn
  vi.runAllTimers();
  expect(named()).toEqual([...asked.app, ...asked.login]);
});

test('a page in a hidden tab draws nothing, and waits for nothing', async () => {
  inPage('/login', true);
  await boot();
  vi.runAllTimers();
  expect(named()).toEqual([...asked.app, ...asked.login]);
});

test('the settings are asked for before the app is there, in a task of their own', async () => {
  inPage('/login', false);
  const fetched = vi.fn(async () => Response.json({}));
  vi.stubGlobal('fetch', fetched);
  await boot();
  expect(fetched).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/app-config.json', {
    cache: 'no-store',
    priority: 'low',
    signal: expect.any(AbortSignal) as AbortSignal, // whatever hangs ends
  });
});
