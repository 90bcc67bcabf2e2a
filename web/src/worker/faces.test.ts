import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import type { FacesScope } from './faces';
import { readFaces } from './faces';

let read: string[] = [];
let due: (() => void) | undefined;

class Canvas {
  getContext() {
    return {
      font: '',
      measureText() {
        read.push(this.font);
      },
    };
  }
}

beforeEach(() => {
  read = [];
  due = undefined;
});

/** A worker, and how a page asks it for a file. What waits in it is due when nobody has asked for a while. */
function worker(given: Partial<FacesScope> = {}) {
  let listen: ((event: never) => void) | undefined;
  readFaces({
    navigator: { language: 'en-GB' },
    setTimeout: (act) => {
      due = act;
      return 1;
    },
    clearTimeout: () => void (due = undefined),
    OffscreenCanvas: Canvas as unknown as typeof OffscreenCanvas,
    addEventListener: (_type, listener) => void (listen = listener),
    ...given,
  });
  return async (path: string, handled: Promise<unknown> | undefined = Promise.resolve()) => {
    listen?.({ request: { url: `https://college.example${path}` }, handled } as never);
    await handled;
  };
}

test('the Chinese face is read once, when the page has all its files', async () => {
  const ask = worker();
  let answer: ((value: null) => void) | undefined;
  const answered = new Promise((resolve) => {
    answer = resolve;
  });
  await ask('/assets/app-1.js');
  const asked = ask('/assets/page-1.js', answered);
  expect(read).toEqual([]);
  answer?.(null);
  await asked;
  due?.();
  expect(read).toEqual([expect.stringMatching(/^400 14px 'Noto Sans CJK SC', /u)]);
  due = undefined;
  await ask('/assets/later-1.js');
  expect(due).toBeUndefined();
});

test('where Chinese is read, its headings are too', async () => {
  await worker({ navigator: { language: 'zh-CN' } })('/assets/app-1.js');
  due?.();
  expect(read.map((font) => font.split(' ')[0])).toEqual(['400', '600']);
});

test('what the server answers itself is no sign of a page', async () => {
  const ask = worker();
  await ask('/api/timetable');
  await ask('/student/timetable');
  expect(due).toBeUndefined();
});

test.each([
  ['a browser without a canvas for workers', { OffscreenCanvas: undefined }],
  [
    'a canvas without text',
    {
      OffscreenCanvas: class {
        getContext = () => null;
      },
    },
  ],
])('%s reads nothing and breaks nothing', async (_what, given) => {
  const said = vi.spyOn(console, 'error');
  await worker(given as unknown as Partial<FacesScope>)('/assets/app-1.js');
  due?.();
  expect(read).toEqual([]);
  expect(said).not.toHaveBeenCalled();
});

test('a browser that does not tell when a page has its answer reads nothing', async () => {
  const listeners: ((event: never) => void)[] = [];
  worker({ addEventListener: (_type, listener) => void listeners.push(listener) });
  listeners[0]?.({ request: { url: 'https://college.example/assets/app-1.js' } } as never);
  expect(due).toBeUndefined();
});

test.each(['en-US', 'zh-CN'])('the faces of %s are those of the pages, in their order', async (language) => {
  await worker({ navigator: { language } })('/assets/app-1.js');
  due?.();
  const tokens = readFileSync('src/shared/theme/tokens.css', 'utf8');
  const written = tokens.replaceAll(/\s+/gu, ' ').split(':root:lang(zh-CN)')[language === 'zh-CN' ? 1 : 0];
  expect(written).toContain(read[0]?.replace('400 14px ', ''));
});
