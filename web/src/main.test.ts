import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { start } from '@/app/start';

vi.mock('@/app/start', () => ({ start: vi.fn() }));

beforeEach(() => {
  vi.resetModules();
  vi.mocked(start).mockClear();
  document.body.replaceChildren();
});

afterEach(() => document.body.replaceChildren());

function body(): HTMLElement {
  const root = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(root);
  return root;
}

test('[2.19] the app starts on the page’s root element', async () => {
  const root = body();
  await import('./main');
  expect(start).toHaveBeenCalledExactlyOnceWith(root);
});

test('a page without it is an error that says so', async () => {
  await expect(import('./main')).rejects.toThrow('no #root');
});
