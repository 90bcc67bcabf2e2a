import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { forgetPortal, openPortal, threeMessages } from '@/testing/portal';
import { refusal } from '@/testing/server';
import { dueOf, instantIn, shownKind, topMessages, type Message } from './messages';

afterEach(() => forgetPortal());

/** A fake message store that remembers what was read. */
function store(read = new Set<string>()) {
  return {
    'POST /api/message/list': () =>
      threeMessages.map((message) => Object.assign({}, message, { status: read.has(message.id) ? 1 : 0 })),
    'POST /api/message/read': ({ body }: { body: string }) => {
      (JSON.parse(body) as { ids: string[] }).ids.forEach((id) => read.add(id));
      return true;
    },
  };
}

test('[2.16] [3.8] tabs with their unread counts; the list of the chosen one', async () => {
  await openPortal('/message', store());
  expect(await screen.findByText('The text of the message')).toBeTruthy();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Messages1unread',
    'Notices1unread',
    'To-dos1unread',
  ]);
  await userEvent.click(await screen.findByRole('tab', { name: /To-dos/u }));
  expect(await screen.findByText('The text of the todo')).toBeTruthy();
  expect(screen.queryByText('The text of the message')).toBeNull();
});

test('[2.16] [4.10] marking one as read removes its count and notifies the server', async () => {
  const { received } = await openPortal('/message', store());
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: A message' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as read: A message' })).toBeNull());
  const sent = received.find(({ path }) => path === '/api/message/read');
  expect(JSON.parse(sent?.body ?? '{}')).toEqual({ ids: ['m0'] });
  expect(screen.getByRole('tab', { name: 'Messages' })).toBeTruthy();
});

test('[2.16] all of a tab can be marked read at once', async () => {
  await openPortal('/message', store());
  await userEvent.click(await screen.findByRole('tab', { name: /Notices/u }));
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
});

test('[4.10] messages that the server could not mark are unread again, with the reason', async () => {
  await openPortal('/message', {
    ...store(),
    'POST /api/message/read': () => refusal(400, '[message.gone] It is gone.'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: A message' }));
  expect(await screen.findByText('It is gone.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Mark as read: A message' })).toBeTruthy();
});

test('[2.16] the bell shows how many are unread and opens the same centre', async () => {
  await openPortal('/student/timetable', store());
  await userEvent.click(await screen.findByRole('button', { name: 'Message centre, 3 unread' }));
  const popover = within(await screen.findByRole('dialog', { name: 'Message centre' }));
  expect(await popover.findByText('The text of the message')).toBeTruthy();
  await userEvent.click(popover.getByRole('button', { name: 'Open message centre' }));
  expect(await screen.findByRole('heading', { name: 'Message centre', level: 1 })).toBeTruthy();
});

test('[2.16] a message has its sender’s initials, and its dot stays with the title', async () => {
  await openPortal('/message', {
    'POST /api/message/list': () =>
      threeMessages.map((message) => Object.assign({}, message, { subTitle: 'Student Office' })),
  });
  const item = (await screen.findByText('The text of the message')).closest('li');
  expect(item?.textContent).toMatch(/^SOA message/u);
  expect(item?.querySelector('strong > [aria-hidden]')).not.toBeNull();
});

test('[2.10] [2.16] a notice that waits for an answer comes before the unread ones and is never left out', () => {
  const notice = (id: string, of: object) =>
    ({ ...threeMessages[1], id, status: 0, acknowledge: false, ...of }) as Message;
  const unacknowledged = (id: string) => notice(id, { status: 1, acknowledge: true, acknowledged: '' });
  const given = notice('given', { status: 1, acknowledge: true, acknowledged: '2026-11-12T10:00:00Z' });
  const ids = (list: readonly Message[], count: number) => topMessages(list, count).map(({ id }) => id);
  const list = [given, notice('a', {}), notice('b', {}), notice('c', {}), unacknowledged('x'), unacknowledged('y')];
  expect(ids(list, 4)).toEqual(['x', 'y', 'a', 'b']);
  expect(ids(list, 1)).toEqual(['x', 'y']);
  expect(ids(list, 9)).toEqual(['x', 'y', 'a', 'b', 'c', 'given']);
});

test.each([
  [{ messageType: 1, status: 0 }, undefined],
  [{ messageType: 1, status: 1, acknowledge: true, acknowledged: '' }, undefined],
  [{ messageType: 1, status: 1, acknowledge: true, acknowledged: '2026-11-12T10:00:00Z' }, 1],
  [{ messageType: 1, status: 1 }, 1],
  [{ messageType: 2, status: 0 }, 2],
  [{ messageType: 3, status: 0 }, undefined],
  [{ messageType: 0, status: 1 }, undefined],
])('[3.8] a notice with %j is shown as %j: an unread one is never done', (of, kind) => {
  expect(shownKind({ ...threeMessages[1], acknowledge: false, ...of } as Message)).toBe(kind);
});

test('[2.16] an empty centre says so', async () => {
  await openPortal('/message', { 'POST /api/message/list': () => [] });
  expect(await screen.findByRole('heading', { name: 'No messages' })).toBeTruthy();
});

test.each([
  ['2026-11-12 09:30:00', true],
  ['2026-11-12T09:30:00Z', true],
  ['today 12:30', false],
  ['2026-99-99', false],
])('the time %j is an instant: %s', (time, isInstant) => {
  expect(instantIn(time, 'Asia/Shanghai') !== null).toBe(isInstant);
});

test('[2.16] a notice that requires it is acknowledged once, and its link leads into the portal', async () => {
  let acknowledged = '';
  const { received } = await openPortal('/message', {
    'POST /api/message/list': () =>
      threeMessages.map((message) =>
        Object.assign({}, message, { acknowledge: true, acknowledged, link: '/student/timetable' }),
      ),
    'POST /api/message/m0/acknowledge': () => {
      acknowledged = '2026-11-12T10:00:00Z';
      return null;
    },
  });
  expect((await screen.findByRole('link', { name: 'A message' })).getAttribute('href')).toBe('/student/timetable');
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge: A message' }));
  expect(await screen.findByText('Acknowledged')).toBeTruthy();
  expect(received.filter(({ path }) => path.endsWith('/acknowledge'))).toHaveLength(1);
});

test('[2.16] [4.10] following a message to its class opens the page and marks the message as read', async () => {
  const { received, router } = await openPortal('/message', {
    ...store(),
    'POST /api/message/list': () =>
      threeMessages.map((message) =>
        Object.assign({}, message, { link: '/student/timetable?term=t1&week=6&class=m0.6' }),
      ),
  });
  await userEvent.click(await screen.findByRole('link', { name: 'A message' }));
  expect(await screen.findByRole('heading', { name: 'My courses' })).toBeTruthy();
  expect(router.state.location.href).toBe('/student/timetable?term=t1&week=6&class=m0.6');
  const sent = received.find(({ path }) => path === '/api/message/read');
  expect(JSON.parse(sent?.body ?? '{}')).toEqual({ ids: ['m0'] });
});

test('[2.16] a notice shows its deadline, and its files can be downloaded', async () => {
  const [, notice] = threeMessages;
  const asked = {
    ...notice,
    acknowledge: true,
    acknowledged: '',
    deadline: '2020-01-02T03:04:05Z',
    attachments: [{ id: 'f1', name: '规定.pdf', size: 20_000, type: 'application/pdf' }],
  };
  const { received } = await openPortal('/message?type=notice', {
    'POST /api/message/list': () => [asked],
    'GET /api/message/m1/attachments/f1': () => '%PDF-1.7',
  });
  expect(await screen.findByText(/^Overdue since/u)).toBeTruthy();
  expect(await screen.findByRole('tab', { name: /Notices/u, selected: true })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: /^Download 规定\.pdf, 20/u }));
  await waitFor(() =>
    expect(received.some(({ path }) => path.startsWith('/api/message/m1/attachments/f1'))).toBe(true),
  );
});

test('[2.16] a deadline applies until a notice is acknowledged', () => {
  const due = { acknowledge: true, acknowledged: '', deadline: '2026-11-12T10:00:00Z' };
  const at = Date.parse(due.deadline);
  expect(dueOf(due, at - 1)).toEqual({ at, over: false });
  expect(dueOf(due, at)).toEqual({ at, over: true });
  expect(dueOf({ ...due, acknowledged: '2026-11-12T09:00:00Z' }, at)).toBeNull();
  expect(dueOf({ ...due, deadline: '' }, at)).toBeNull();
});
