import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draft, kindItems, past, preview, report, row } from '@/testing/imports';
import { forgetPortal, openPortal } from '@/testing/portal';
import type { Handler } from '@/testing/server';
import { sampleTerms } from '@/testing/timetable';
import type { Draft, KindItem } from './queries';

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => forgetPortal());

const path = '/api/admin/import-drafts/d-1';

const timetable: KindItem = {
  kind: 'timetable',
  title: 'Timetable',
  fields: [{ name: 'term', title: 'Term', needed: false }],
  done: true,
  order: 10,
};

const open = (first: Partial<Draft>, handlers: Readonly<Record<string, Handler>> = {}) =>
  openPortal(
    '/admin/imports/drafts/d-1',
    {
      [`GET ${path}`]: () => ({ ...draft, kind: 'timetable', ...first }),
      [`GET ${path}/rows`]: () => ({
        rows: [
          row({ line: 2, effect: 'unchanged' }),
          row({ line: 0, effect: 'removed', name: 'MKT201-1 Wednesday 3-4 A102', cells: [] }),
        ],
        next: null,
        total: 2,
      }),
      'GET /api/terms': () => sampleTerms(),
      'GET /api/admin/import-kinds': () => [...kindItems.filter(({ kind }) => kind !== 'timetable'), timetable],
      'GET /api/admin/import-drafts': () => [],
      'GET /api/admin/imports': () => ({ imports: [past], next: null }),
      'GET /api/admin/imports/i-1': () => report,
      ...handlers,
    },
    { role: 'admin' },
  );

test('what a timetable removes is listed and counted, and clashes need a reason', async () => {
  const { received } = await open(
    {
      preview: {
        ...preview,
        rows: 1,
        created: 0,
        changed: 0,
        unchanged: 1,
        refused: 0,
        gone: 0,
        removed: 1,
        reasons: [],
        told: [
          { what: 'lost', count: 11 },
          { what: 'losing', count: 75 },
        ],
        clashes: [
          { kind: 'room', object: 'A101', groups: ['MKT201-1', 'MKT201-2'], day: '2026-10-12', days: 11 },
          { kind: 'group', object: '', groups: ['MKT201-1', 'MKT201-1'], day: '2026-10-13', days: 1 },
        ],
        clashCount: 2,
      },
    },
    { [`POST ${path}/apply`]: () => ({ ...draft, kind: 'timetable', state: 'applying' }) },
  );
  await screen.findByText('meeting is removed');
  expect(screen.getByText('classes are removed from the timetable')).toBeTruthy();
  expect(screen.getByText('students lose classes')).toBeTruthy();
  expect(screen.getByText('MKT201-1 Wednesday 3-4 A102')).toBeTruthy();
  expect(screen.queryByText(/stay as they are/u)).toBeNull();
  const clashes = within(screen.getByRole('region', { name: '2 new clashes' }));
  expect(clashes.getByText('A101: MKT201-1 and MKT201-2')).toBeTruthy();
  expect(clashes.getByText('MKT201-1 has two classes at once')).toBeTruthy();
  const apply = screen.getByRole<HTMLButtonElement>('button', { name: /^Import/u });
  expect(apply.disabled).toBe(true);
  expect(screen.getByText('Enter a reason for accepting the clashes first.')).toBeTruthy();
  await userEvent.type(clashes.getByRole('textbox', { name: /^Reason for accepting/u }), 'one hall');
  await waitFor(() => expect(apply.disabled).toBe(false));
  await userEvent.click(apply);
  await waitFor(() => expect(received.some((one) => one.path === `${path}/apply`)).toBe(true));
  const sent = received.find((one) => one.path === `${path}/apply`)?.body ?? '';
  expect(JSON.parse(sent)).toMatchObject({ reason: 'one hall', fingerprint: 'print-1' });
});

test('a status that closes logins is announced', async () => {
  await open({
    kind: 'students',
    preview: { ...preview, gone: 0, told: [{ what: 'closed', count: 2 }] },
  });
  expect(await screen.findByText("students are logged out and can't log in any longer")).toBeTruthy();
  expect(screen.queryByText(/every login stays as it is/u)).toBeNull();
});

test('a timetable applies from now on, or from a week to come', async () => {
  const { received } = await open(
    { state: 'columns', preview: null },
    { [`PATCH ${path}`]: () => ({ ...draft, kind: 'timetable', state: 'columns', preview: null, fromWeek: 12 }) },
  );
  const from = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Changes apply/u });
  await waitFor(() => expect(from.options.length).toBeGreaterThan(1));
  expect(from.selectedOptions[0]?.textContent).toBe('From now on');
  await userEvent.selectOptions(from, [from.options[1]?.value ?? '']);
  await waitFor(() => expect(received.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(JSON.parse(received.find(({ method }) => method === 'PATCH')?.body ?? '')).toEqual({
    fromWeek: Number(from.options[1]?.value),
  });
});
