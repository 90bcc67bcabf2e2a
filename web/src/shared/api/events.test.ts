import { expect, test, vi } from 'vitest';
import { createEvents, type Channel } from './events';

/** Two tabs of one browser: each hears what the other posts. */
function twoTabs() {
  const hear: ((event: { data: unknown }) => void)[][] = [[], []];
  const channel = (mine: number): Channel => ({
    postMessage: (data) => hear[1 - mine]?.forEach((listener) => listener({ data })),
    addEventListener: (_type, listener) => void hear[mine]?.push(listener),
  });
  const generations = [1, 1];
  const tab = (mine: number) => createEvents(channel(mine), () => generations[mine] ?? 0);
  return { tabs: [tab(0), tab(1)] as const, hear, generations };
}

test.each(['login', 'logout', 'unauthorized'] as const)('[4.2] %s is heard in this tab and in others', (event) => {
  const { tabs } = twoTabs();
  const [here, there] = [vi.fn(), vi.fn()];
  tabs[0].on(event, here);
  tabs[1].on(event, there);
  tabs[0].emit(event);
  expect(here.mock.calls).toEqual([[{ remote: false }]]);
  expect(there.mock.calls).toEqual([[{ remote: true }]]);
});

test('[4.2] removed listeners and foreign messages are ignored', () => {
  const { tabs, hear } = twoTabs();
  const listener = vi.fn();
  tabs[1].on('login', listener)();
  tabs[0].emit('login');
  hear[1]?.forEach((deliver) =>
    ['toString', 7, null, { event: 'toString' }, { event: 'login' }].forEach((data) => deliver({ data })),
  );
  expect(listener).not.toHaveBeenCalled();
});

test('[4.2] a late event about an earlier session is ignored', () => {
  const { tabs, generations } = twoTabs();
  const listener = vi.fn();
  (['logout', 'unauthorized'] as const).forEach((event) => tabs[1].on(event, listener));
  generations[1] = 2; // someone has logged in there since
  tabs[0].emit('logout');
  tabs[0].emit('unauthorized');
  expect(listener).not.toHaveBeenCalled();
  generations[0] = 2;
  tabs[0].emit('logout');
  expect(listener).toHaveBeenCalledOnce();
});

test('[4.2] without a channel the events stay in the tab', () => {
  const events = createEvents(null);
  const listener = vi.fn();
  events.on('logout', listener);
  events.emit('logout');
  expect(listener).toHaveBeenCalledOnce();
});
