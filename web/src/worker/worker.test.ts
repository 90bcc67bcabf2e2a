import { expect, test, vi } from 'vitest';

test('a file that is kept is answered, and still a sign that the faces may be read', async () => {
  const listeners: ((event: object) => void)[] = [];
  vi.stubGlobal('KEPT_FILES', { version: '1', files: ['/', '/assets/app-1.js'] });
  vi.stubGlobal('caches', { open: async () => ({ match: async () => new Response('kept') }) });
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => {
    if (type === 'fetch') {
      listeners.push(listener);
    }
  });
  await import('./worker');

  const handled = Promise.resolve();
  const then = vi.spyOn(handled, 'then');
  let answered = false;
  for (const listener of listeners) {
    if (!answered) {
      // As in a browser, whoever answers is the last to hear of the request.
      listener({
        request: { method: 'GET', mode: 'cors', url: `${globalThis.location.origin}/assets/app-1.js` },
        handled,
        respondWith: () => (answered = true),
      });
    }
  }
  expect(answered).toBe(true);
  expect(then).toHaveBeenCalledOnce();
});
