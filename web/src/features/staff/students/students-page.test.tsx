import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal, type Handler } from '@/testing/server';
import { listed, staffRecord, studentHandlers } from '@/testing/students';
import { toFilter } from './filter';

afterEach(() => {
  forgetPortal();
  sessionStorage.clear();
});

const open = (path: string, handlers: Record<string, Handler> = {}, scope: 'registrar' | 'adviser' = 'registrar') =>
  openPortal(path, { ...studentHandlers, ...handlers }, { role: 'admin', scope });

const asked = (received: { path: string; query: Readonly<Record<string, string>> }[]) =>
  received.findLast(({ path }) => path === '/api/admin/students')?.query;

test('students are listed with class, status and login, and open by name', async () => {
  const { router } = await open('/admin/students');
  const table = await screen.findByRole('table', { name: 'Students' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('林1 Lin 1202501001Marketing 2501Marketing'),
    expect.stringContaining('Enrolled'),
    expect.stringContaining('No account'),
  ]);
  await userEvent.click(within(table).getByRole('link', { name: /林1/u }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/students/s-1'));
});

test('the URL has filters and order, never the search text', async () => {
  const { router, received } = await open('/admin/students?login=never');
  await screen.findByRole('table', { name: 'Students' });
  expect(asked(received)).toMatchObject({ login: 'never' });
  await userEvent.click(screen.getByRole('button', { name: 'Status' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Suspended' }));
  await waitFor(() => expect(asked(received)).toMatchObject({ login: 'never', status: 'suspended' }));
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(asked(received)).toMatchObject({ sort: 'name', order: 'ascending' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search this list' }), 'lx');
  await waitFor(() => expect(asked(received)).toMatchObject({ search: 'lx' }));
  expect(router.state.location.search).toEqual({ login: 'never', status: 'suspended', sort: 'name' });
});

test('choosing another filter value replaces the first', async () => {
  const { received } = await open('/admin/students?status=suspended');
  await screen.findByRole('table', { name: 'Students' });
  await userEvent.click(screen.getByRole('button', { name: /^Status.*1/u }));
  await userEvent.click(await screen.findByRole('button', { name: 'Withdrawn' }));
  await waitFor(() => expect(asked(received)).toMatchObject({ status: 'withdrawn' }));
});

test('the server finds the classes of the filter by a part of the name', async () => {
  const { received } = await open('/admin/students');
  await screen.findByRole('table', { name: 'Students' });
  await userEvent.click(screen.getByRole('button', { name: 'Class' }));
  const list = within(await screen.findByRole('dialog', { name: 'Class' }));
  expect(await list.findByRole('button', { name: 'Marketing 2501' })).toBeTruthy();
  await userEvent.type(list.getByRole('textbox', { name: 'Search Class' }), '9999');
  expect(await list.findByText('No matches.')).toBeTruthy();
  await userEvent.clear(list.getByRole('textbox', { name: 'Search Class' }));
  await userEvent.type(list.getByRole('textbox', { name: 'Search Class' }), '2502');
  await userEvent.click(await list.findByRole('button', { name: 'Marketing 2502' }));
  await waitFor(() => expect(asked(received)).toMatchObject({ class: '市营2502' }));
  expect(screen.queryByRole('dialog', { name: 'Class' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Class, 1 selected' }));
  const again = within(await screen.findByRole('dialog', { name: 'Class' }));
  expect((await again.findByRole('button', { name: 'Marketing 2502' })).getAttribute('aria-pressed')).toBe('true');
});

test('without results the filters are shown so that they can be removed', async () => {
  const { router } = await open('/admin/students?class=%E5%B8%82%E8%90%A52502', {
    'GET /api/admin/students': ({ query }) => ({
      items: query['class'] === undefined ? [listed(1)] : [],
      total: 0,
      more: false,
      next: '',
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: /市营2502/u }));
  await waitFor(() => expect(router.state.location.href).toBe('/admin/students'));
  expect(await screen.findByRole('link', { name: /林1/u })).toBeTruthy();
});

test('a search with too many results says that the list is incomplete', async () => {
  const answer = { items: [listed(1), listed(2)], total: 2, more: true, next: '' };
  await open('/admin/students', { 'GET /api/admin/students': () => answer });
  expect(await screen.findByText('Only the first 2 rows are shown. Narrow the list to see the others.')).toBeTruthy();
});

test('a list of unknown length says how many are loaded', async () => {
  const answer = { items: [listed(1), listed(2)], total: 1, more: true, next: '' };
  await open('/admin/students', { 'GET /api/admin/students': () => answer });
  expect(await screen.findByText('2 rows')).toBeTruthy();
});

describe('a college without students', () => {
  const none = { 'GET /api/admin/students': () => ({ items: [], total: 0, more: false, next: '' }) };

  test('shows how to add some', async () => {
    await open('/admin/students', none);
    expect(await screen.findByRole('heading', { name: 'No students yet' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Import students' }).getAttribute('href')).toBe('/admin/imports');
    expect(screen.getAllByRole('link', { name: 'Add student' }).map((link) => link.getAttribute('href'))).toContain(
      '/admin/students/new',
    );
  });

  test('tells advisers who assigns classes', async () => {
    await open('/admin/students', none, 'adviser');
    expect(await screen.findByRole('heading', { name: 'No students in your classes' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add student' })).toBeNull();
  });
});

test('an adviser can’t add or export, only hand out codes', async () => {
  await open('/admin/students', {}, 'adviser');
  await screen.findByRole('table', { name: 'Students' });
  expect(screen.queryByRole('link', { name: 'Add student' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select 林1 202501001' }));
  const bar = within(await screen.findByRole('toolbar'));
  expect(bar.getByRole('button', { name: 'Reset to one-time code' })).toBeTruthy();
  expect(bar.queryByRole('button', { name: /status/u })).toBeNull();
});

test('the server exports with the current filter', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  const { received } = await open('/admin/students?status=enrolled', {
    'GET /api/admin/students/export': () => new Response('x'),
  });
  await screen.findByRole('table', { name: 'Students' });
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /CSV/u }));
  await waitFor(() =>
    expect(received.find(({ path }) => path === '/api/admin/students/export')?.query).toMatchObject({
      status: 'enrolled',
      format: 'csv',
    }),
  );
});

test('codes for many: the count and effects first, then a sheet that is shown once', async () => {
  const { received } = await open('/admin/students', {
    'POST /api/admin/students/codes': () => ({
      done: 1,
      left: [{ student: 's-2', code: 'account.none' }],
      codes: [
        {
          student: 's-1',
          number: '202501001',
          name: '林1',
          class: '市营2501',
          phone: '138****0001',
          code: 'K7QM-22',
        },
      ],
    }),
  });
  await screen.findByRole('table', { name: 'Students' });
  for (const at of [1, 2, 3]) {
    await userEvent.click(screen.getByRole('checkbox', { name: `Select 林${at} 20250100${at}` }));
  }
  // The third has no account, so they are skipped and listed as such.
  await userEvent.click(await screen.findByRole('button', { name: /^Reset to one-time code.*2.*3/u }));
  const dialog = await screen.findByRole('dialog', { name: 'Reset to one-time codes' });
  expect(dialog.textContent).toContain('The current passwords of 2 students stop working');
  expect(received.some(({ path }) => path.endsWith('/codes'))).toBe(false);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reset 2 passwords' }));
  const sheet = await screen.findByRole('alertdialog', { name: '1 one-time code' });
  expect(sheet.textContent).toContain('shown only once');
  expect(within(sheet).getByRole('cell', { name: 'K7QM-22' })).toBeTruthy();
  expect(JSON.parse(received.find(({ path }) => path.endsWith('/codes'))?.body ?? '')).toEqual({
    students: ['s-1', 's-2'],
  });
  expect(await screen.findByText('林2 was skipped: has no account')).toBeTruthy();
  await userEvent.click(within(sheet).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('K7QM-22')).toBeNull());
});

test('closing needs a reason and can be undone', async () => {
  const { received } = await open('/admin/students', {
    'POST /api/admin/students/enabled': () => ({ done: 1, left: [] }),
  });
  await screen.findByRole('table', { name: 'Students' });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select 林1 202501001' }));
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Close account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close accounts' }));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Close 1 account' }).disabled).toBe(true);
  await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/u }), 'Phone lost');
  await userEvent.click(dialog.getByRole('button', { name: 'Close 1 account' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const sent = (): unknown[] =>
    received.filter(({ path }) => path.endsWith('/enabled')).map(({ body }) => JSON.parse(body));
  await waitFor(() =>
    expect(sent()).toEqual([
      { students: ['s-1'], enabled: false, reason: 'Phone lost' },
      { students: ['s-1'], enabled: true },
    ]),
  );
});

test.each([
  [
    { year: ['2025'], status: ['enrolled'] },
    { year: 2025, status: 'enrolled' },
  ],
  [{ year: ['next'], status: ['gone'], login: ['often'] }, {}],
  [{ class: ['A', 'B'] }, { class: 'B' }],
])('for the filters %j the server gets %j', (filters, expected) => {
  expect(toFilter({ filters, sort: null }, '')).toEqual(expected);
});

describe('photos in bulk', () => {
  const file = (name: string) => new File(['PNG'], name, { type: 'image/png' });
  const only =
    (at: number): Handler =>
    ({ query }) => ({
      items: query['search'] === undefined || query['search'].startsWith(`20250100${at}`) ? [listed(at)] : [],
      ...{ total: 1, more: false, next: '' },
    });

  test('are matched by number; those without a student are named and skipped', async () => {
    const { received } = await open('/admin/students', {
      'GET /api/admin/students': only(1),
      'PUT /api/admin/students/s-1/photo': () => staffRecord(),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add photos…' }));
    const names = ['202501001.jpg', 'IMG_1.jpg', '202501001.png', '20250100199.jpg'];
    await userEvent.upload(screen.getByLabelText('Choose files…', { selector: 'input' }), names.map(file));
    expect(await screen.findByText('1 file matches a student.')).toBeTruthy();
    expect(screen.getByText("3 files won't be used:")).toBeTruthy();
    expect(screen.getByText('IMG_1.jpg: no student has this number')).toBeTruthy();
    expect(screen.getByText('202501001.png: an earlier file has the same number')).toBeTruthy();
    expect(screen.getByText('20250100199.jpg: no student has this number')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Upload 1 photo' }));
    expect(await screen.findByText('1 photo saved.')).toBeTruthy();
    expect(received.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  test('a refused one is named, and the others continue', async () => {
    await open('/admin/students', {
      'GET /api/admin/students': () => ({
        ...{ items: [listed(1), listed(2)], total: 2, more: false, next: '' },
      }),
      'PUT /api/admin/students/s-1/photo': () => refusal(400, '[account.avatar_unreadable] It is damaged.'),
      'PUT /api/admin/students/s-2/photo': () => staffRecord(),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add photos…' }));
    const input = screen.getByLabelText('Choose files…', { selector: 'input' });
    await userEvent.upload(input, [file('202501001.png'), file('202501002.png')]);
    await userEvent.click(await screen.findByRole('button', { name: 'Upload 2 photos' }));
    expect(await screen.findByText('1 photo saved.')).toBeTruthy();
    expect(screen.getByText('202501001.png: It is damaged.')).toBeTruthy();
  });

  test('are not available to advisers', async () => {
    await open('/admin/students', {}, 'adviser');
    await screen.findByRole('table', { name: 'Students' });
    expect(screen.queryByRole('button', { name: 'Add photos…' })).toBeNull();
  });
});
