import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary, isGone } from './error-boundary';

const failure: { now: Error | undefined } = { now: undefined };

function Fragile() {
  if (failure.now !== undefined) {
    throw failure.now;
  }
  return 'whole again';
}

test('a failure is shown, and trying again may fix it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  failure.now = new Error('secret detail');
  render(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong on this page');
  expect(screen.queryByText('secret detail')).toBeNull();
  failure.now = undefined;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByText('whole again')).toBeTruthy();
});

test('a page whose file is gone after an upgrade offers to reload', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => Response.json({}));
  const reload = vi.spyOn(globalThis.location, 'reload').mockImplementation(() => undefined);
  failure.now = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
  render(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  );
  expect(await screen.findByRole('heading', { name: 'A new version is available' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ['without a network, even if it returns', false, async () => Response.json({})],
  ['while nobody answers', true, async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['behind a network’s own login page', true, async () => new Response('<!doctype html>')],
  ['behind a proxy whose college is down', true, async () => new Response('', { status: 502 })],
])('a page that was never cached is missing %s, which is not a new version', async (_where, online, answer) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  vi.stubGlobal('fetch', answer);
  failure.now = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
  render(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  );
  const said = await screen.findByRole('alert');
  expect(said.textContent).toContain("this page hasn't been opened on this device before");
  expect(screen.queryByText('A new version is available')).toBeNull();
});

test('a page that was never cached is fetched as soon as the server answers again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const reload = vi.spyOn(globalThis.location, 'reload').mockImplementation(() => undefined);
  failure.now = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
  vi.stubGlobal('fetch', async () => new Response('<!doctype html>')); // a network's own login page
  render(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  );
  await screen.findByRole('alert');
  await act(async () => void globalThis.dispatchEvent(new Event('online')));
  expect(reload).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', async () => Response.json({}));
  await act(async () => void globalThis.dispatchEvent(new Event('online')));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test.each([
  ['Failed to fetch dynamically imported module: https://x/y.js', true],
  ['error loading dynamically imported module', true],
  ['Importing a module script failed.', true],
  ['Unable to preload CSS for /assets/a.css', true],
  ['x is not a function', false],
])('%j means a missing file: %s', (message, gone) => {
  expect(isGone(new TypeError(message))).toBe(gone);
});
