import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';

afterEach(() => forgetPortal());

const entry = {
  id: 'e-7',
  seq: 7,
  at: '2026-11-12T02:05:00Z',
  account: 'a-1',
  accountName: '刘敏',
  role: 'admin',
  address: '203.0.113.24',
  action: 'student.update',
  object: 's-1',
  objectName: '林晓雨',
  before: { class: '市营2501' },
  after: { class: '市营2502' },
};

const chain = {
  sealed: 7,
  sealedAt: '2026-11-12T02:05:01Z',
  waiting: 0,
  late: false,
  rows: 7,
  firstBroken: 0,
  verifiedAt: '2026-11-12T02:00:00Z',
  wholeAt: '2026-11-11T20:00:00Z',
  running: false,
  percent: 100,
};

const open = (path: string, handlers = {}) =>
  openPortal(
    path,
    {
      'GET /api/admin/audit': () => [
        entry,
        { ...entry, id: 'e-6', seq: 6, account: '', accountName: '', action: 'x.new', objectName: '' },
        { ...entry, id: 'e-5', seq: 5, account: 'system', accountName: '', address: 'registry', objectName: '' },
        { ...entry, id: 'e-4', seq: 4, account: 'system', accountName: '', address: '', objectName: '' },
      ],
      'GET /api/admin/audit/chain': () => chain,
      ...handlers,
    },
    { role: 'admin' },
  );

test('entries show names, words and differences instead of ids, and the chain is verified', async () => {
  await open('/admin/audit');
  const [first, second, third, fourth] = await screen
    .findAllByRole('listitem')
    .then((items) => items.filter((item) => item.querySelector('time')));
  expect(first?.textContent).toContain('刘敏 changed the record of 林晓雨');
  expect(first?.textContent).toContain('was 市营2501, now 市营2502');
  expect(second?.textContent).toContain('Someone not logged in x.new');
  expect(third?.textContent).toContain('registry (command line) changed');
  expect(fourth?.textContent).toContain('The server changed');
  expect(await screen.findByText(/^7 entries, none changed or missing\. Verified .+\. Sealed up to /u)).toBeTruthy();
});

test('the rules of a replaced timetable are worded', async () => {
  const rule = 'weekday:1 periods:3-4 weeks:1-16 room:A101 teacher:何静';
  await open('/admin/audit', {
    'GET /api/admin/audit': () => [
      {
        ...entry,
        ...{ action: 'timetable.replace_meetings', objectName: 'MKT201-1' },
        before: { meetings: [rule] },
        after: { meetings: [rule, 'weekday:2 time:08:00-09:40 weeks:1 kind:exam'] },
      },
    ],
  });
  const said = 'Weekday 1 Periods 3-4 Weeks 1-16 Room A101 Teacher 何静';
  expect(
    await screen.findByText(`was ${said}, now ${said}, Weekday 2 Time 08:00-09:40 Weeks 1 Type exam`),
  ).toBeTruthy();
});

test.each([
  ['a broken chain', { firstBroken: 3 }, /^Entry 3 or one near it was changed or removed\. Tell .+ Verified .+\./u],
  ['entries that stay unsealed', { late: true, waiting: 12 }, /^12 entries have waited more than a minute/u],
  ['a log that was never verified', { verifiedAt: '', sealedAt: '' }, /^Not verified yet\.$/u],
])('%s says what to do', async (_, change, text) => {
  await open('/admin/audit', { 'GET /api/admin/audit/chain': () => ({ ...chain, ...change }) });
  expect(await screen.findByText(text)).toBeTruthy();
});

test('every entry is verified on request, in the background', async () => {
  let state = chain;
  await open('/admin/audit', {
    'GET /api/admin/audit/chain': () => state,
    'POST /api/admin/audit/chain': () => {
      state = { ...chain, running: true, percent: 40 };
      return null;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Verify all entries' }));
  expect(await screen.findByText('Verifying: 40%')).toBeTruthy();
});

test('the URL has ids and days, never a name', async () => {
  const { router, received } = await open('/admin/audit?action=student.&from=2026-11-12&to=2026-11-12');
  await userEvent.click(await screen.findByRole('button', { name: '林晓雨' }));
  await waitFor(() => expect(router.state.location.href).toContain('object=s-1'));
  expect(decodeURIComponent(router.state.location.href)).not.toContain('林晓雨');
  await waitFor(() =>
    expect(received.findLast(({ path }) => path === '/api/admin/audit')?.query).toMatchObject({
      action: 'student.',
      object: 's-1',
      from: '2026-11-11T16:00:00.000Z',
      to: '2026-11-12T16:00:00.000Z',
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
  await waitFor(() => expect(router.state.location.href).toBe('/admin/audit'));
});

test('people and objects are searched by name, and are in the URL by id', async () => {
  const { router, received } = await open('/admin/audit', {
    'GET /api/admin/audit/names': () => [
      { kind: 'account', id: 'a-1', name: '刘敏', note: '' },
      { kind: 'student', id: 's-1', name: '林晓雨', note: '202501001' },
    ],
  });
  const who = await screen.findByRole('combobox', { name: 'Person' });
  await userEvent.type(who, '刘');
  await userEvent.click(await screen.findByRole('option', { name: /刘敏/u }));
  await waitFor(() => expect(router.state.location.href).toContain('account=a-1'));
  await userEvent.type(screen.getByRole('combobox', { name: 'Affected' }), '2025');
  await userEvent.click(await screen.findByRole('option', { name: /202501001/u }));
  await waitFor(() =>
    expect(received.findLast(({ path }) => path === '/api/admin/audit')?.query).toMatchObject({
      account: 'a-1',
      object: 's-1',
    }),
  );
});

test('the desk shows today’s changes, without logins', async () => {
  await open('/admin', {
    'GET /api/admin/desk': () => ({ waiting: [], steps: [], backup: '' }),
    'GET /api/admin/audit': () => [entry, { ...entry, id: 'e-5', seq: 5, action: 'account.login' }],
  });
  const today = within(await screen.findByRole('region', { name: 'Changes today' }));
  expect((await today.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('刘敏 changed the record of 林晓雨'),
  ]);
});
