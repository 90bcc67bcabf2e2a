import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draft, kindItems, past, preview, report, row, rows } from '@/testing/imports';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal, type Handler, type Received } from '@/testing/server';
import type { Draft } from './queries';

const screenOf = (wide: boolean): void =>
  void vi.stubGlobal('matchMedia', () => ({
    matches: wide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

beforeEach(() => {
  sessionStorage.clear();
  screenOf(true);
});
afterEach(() => forgetPortal());

const path = '/api/admin/import-drafts/d-1';

/** Opens the wizard with a draft that changes with each call. */
async function open(first: Partial<Draft> = {}, handlers: Readonly<Record<string, Handler>> = {}, query = '') {
  const state: { draft: Draft } = { draft: { ...draft, ...first } };
  const opened = await openPortal(
    `/admin/imports/drafts/d-1${query}`,
    {
      [`GET ${path}`]: () => state.draft,
      [`GET ${path}/rows`]: ({ query: asked }) => {
        const found = rows.filter(({ effect }) => asked['effect'] === undefined || effect === asked['effect']);
        return { rows: found, next: null, total: found.length };
      },
      'GET /api/admin/import-kinds': () => kindItems,
      'GET /api/admin/import-drafts': () => [],
      'GET /api/admin/imports': () => ({ imports: [past], next: null }),
      'GET /api/admin/imports/i-1': () => report,
      ...handlers,
    },
    { role: 'admin' },
  );
  return { ...opened, state };
}

const sent = (received: readonly Received[], method: string, to: string): unknown[] =>
  received
    .filter((one) => one.method === method && one.path === `${path}${to}`)
    .map(({ body }) => (body === '' ? null : (JSON.parse(body) as unknown)));

describe('columns', () => {
  test('each shows how it was found, and missing fields are named beside the button', async () => {
    const { received } = await open(
      { state: 'columns', preview: null, missing: ['Name'] },
      { [`PATCH ${path}`]: () => ({ ...draft, state: 'columns', preview: null }) },
    );
    const table = within(await screen.findByRole('table', { name: 'Columns' }));
    expect(table.getByText(/^as set by Tang Wei/u)).toBeTruthy();
    expect(table.getByText('last time “Phone”')).toBeTruthy();
    expect(screen.getByText('It has student numbers and names.')).toBeTruthy();
    const check = screen.getByRole<HTMLButtonElement>('button', { name: /^Check rows/u });
    expect(check.disabled).toBe(true);
    expect(screen.getByText('Choose a column for: Name.')).toBeTruthy();
    await userEvent.selectOptions(table.getByRole('combobox', { name: 'What “Remarks” means' }), 'phone');
    await waitFor(() => expect(check.disabled).toBe(false));
    expect(sent(received, 'PATCH', '')).toEqual([
      {
        columns: [
          { column: 0, field: 'studentNumber' },
          { column: 1, field: 'name' },
          { column: 2, field: '' },
          { column: 3, field: 'phone' },
        ],
      },
    ]);
  });

  test('sheets with the same headers are read together by default', async () => {
    const [rolls, rooms] = draft.sheets;
    if (rolls === undefined || rooms === undefined) {
      throw new Error('the draft has sheets');
    }
    const sheets = [{ ...rolls, name: 'Class 1' }, { ...rolls, name: 'Class 2', rows: 200 }, rooms];
    const together = { sheets, sheet: 'Class 1', alike: ['Class 1', 'Class 2'], allSheets: true };
    const { received } = await open(
      { state: 'columns', preview: null, ...together },
      {
        [`PATCH ${path}`]: ({ body }) => ({
          ...draft,
          state: 'columns',
          preview: null,
          ...together,
          ...(JSON.parse(body) as object),
        }),
      },
    );
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Sheet' });
    expect(select.selectedOptions[0]?.textContent).toBe('All 2 sheets with the same headers');
    expect(
      screen.getByText(/^The sheets are read one after the other as one table: Class 1 and Class 2\./u),
    ).toBeTruthy();
    expect(screen.getByText(/^2 sheets · 500 rows/u)).toBeTruthy();
    await userEvent.selectOptions(select, 'Class 2');
    await screen.findByText(/^sheet “Class 2” · 200 rows/u);
    await userEvent.selectOptions(select, 'All 2 sheets with the same headers');
    await screen.findByText(/^2 sheets · 500 rows/u);
    expect(sent(received, 'PATCH', '')).toEqual([
      { sheet: 'Class 2', allSheets: false },
      { sheet: 'Class 1', allSheets: true },
    ]);
  });

  test('with several sheets a row is named by sheet and line', async () => {
    await open(
      { alike: ['Class 1', 'Class 2'], allSheets: true },
      {
        [`GET ${path}/rows`]: () => ({
          rows: [row({ line: 2_000_003, place: 'Class 2!3', effect: 'unchanged' })],
          next: null,
          total: 1,
        }),
      },
    );
    expect(await screen.findByRole('checkbox', { name: /Line Class 2!3: Student/u })).toBeTruthy();
    expect(screen.getByRole('button', { name: /Class 2!3$/u })).toBeTruthy();
  });

  test('a value above the headers is a column, and shows its cell', async () => {
    const [first] = draft.columns;
    if (first === undefined) {
      throw new Error('the draft has columns');
    }
    await open({
      state: 'columns',
      preview: null,
      columns: [
        ...draft.columns,
        {
          ...first,
          column: 4,
          header: 'Class',
          samples: ['Accounting 2601'],
          field: 'class',
          how: 'title',
          cell: 'A2',
        },
      ],
    });
    const table = within(await screen.findByRole('table', { name: 'Columns' }));
    expect(table.getByText('from cell A2 above the headers, for all rows below')).toBeTruthy();
    expect(table.getByText('Accounting 2601')).toBeTruthy();
  });

  test('the check remembers the columns and leads to the preview', async () => {
    const { received, state } = await open(
      {},
      {
        [`PATCH ${path}`]: () => ({ ...draft, state: 'columns', preview: null }),
        [`POST ${path}/preview`]: () => (state.draft = draft),
      },
      '?step=columns',
    );
    await userEvent.click(await screen.findByRole('button', { name: /^Check rows/u }));
    expect(await screen.findByRole('group', { name: 'Rows by result' })).toBeTruthy();
    expect(sent(received, 'PATCH', '')).toEqual([{ remember: true }]);
  });
});

describe('preview', () => {
  test('the counts are filters, and rows with errors come first', async () => {
    const { received, router } = await open();
    const table = within(await screen.findByRole('table', { name: 'Rows' }));
    const lines = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(lines[1]).toMatch(/^Errors 2/u);
    expect(lines[2]).toContain('48');
    expect(table.getByText('was 13800000009, now 13800000001')).toBeTruthy();
    expect(table.getByText('Gao Zhiyuan')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '118 Changed' }));
    await waitFor(() => expect(router.state.location.href).toContain('effect=changed'));
    await waitFor(() =>
      expect(received.findLast((one) => one.path === `${path}/rows`)?.query['effect']).toBe('changed'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Reason' })); // long reasons are in a list
    await userEvent.click(screen.getByRole('button', { name: /The last digits are lost/u }));
    await waitFor(() =>
      expect(received.findLast((one) => one.path === `${path}/rows`)?.query).toMatchObject({
        effect: 'refused',
        reason: 'roster.lost_digits',
      }),
    );
  });

  test('a row with several changes shows how many, and its panel lists them', async () => {
    const one = rows[1];
    const when = { field: 'when', title: 'Class time', column: null };
    const several = {
      ...one,
      line: 7,
      effect: 'created',
      changes: [
        { ...when, before: '2026-10-19 1-2', after: '' },
        { ...when, before: '2026-10-26 1-2', after: '2026-10-30 3-4' },
      ],
    };
    await open({}, { [`GET ${path}/rows`]: () => ({ rows: [several], next: null, total: 1 }) }, '?row=7');
    const panel = within(await screen.findByRole('dialog'));
    expect(panel.getByText('was 2026-10-19 1-2, now empty')).toBeTruthy();
    expect(panel.getByText('was 2026-10-26 1-2, now 2026-10-30 3-4')).toBeTruthy();
    expect(screen.getByText('2 changes')).toBeTruthy();
  });

  test('a cell is corrected in place: Enter saves it and moves on, a suggestion takes one click', async () => {
    const { received } = await open(
      {},
      { [`PUT ${path}/edits`]: () => ({ ...draft, state: 'previewing', preview: null }) },
    );
    const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Line 48, Mobile' });
    await userEvent.clear(box);
    await userEvent.type(box, '13812004533{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Line 131, Full name' }));
    await waitFor(() => expect(sent(received, 'PUT', '/edits')).toHaveLength(1));
    expect(box.value).toBe('13812004533'); // it stays while the rows are checked again
    await userEvent.click(screen.getByRole('button', { name: 'Change to Jiang Bowen' }));
    await waitFor(() => expect(sent(received, 'PUT', '/edits')).toHaveLength(2));
    expect(sent(received, 'PUT', '/edits')).toEqual([
      { edits: [{ line: 48, column: 2, value: '13812004533' }], leftOut: [] },
      { edits: [{ line: 131, column: 1, value: 'Jiang Bowen' }], leftOut: [] },
    ]);
  });

  test('the rows stay while a long file is checked again', async () => {
    const { state } = await open(
      {},
      {
        [`PUT ${path}/edits`]: () =>
          (state.draft = {
            ...draft,
            state: 'previewing',
            progress: { rows: 200, total: 50_000 },
            preview: { ...preview, sample: true, fingerprint: '', rows: 200, refused: 0 },
          }),
      },
    );
    const box = await screen.findByRole('textbox', { name: 'Line 48, Mobile' });
    await userEvent.clear(box);
    await userEvent.type(box, '13812004533{Enter}');
    expect(await screen.findByRole('progressbar', { name: 'Checking rows' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '2 Errors' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Line 131, Full name' }));
  });

  test('a row is skipped, with an undo in the toast', async () => {
    const { received } = await open({}, { [`PUT ${path}/edits`]: () => draft });
    await userEvent.click(await screen.findByRole('button', { name: /^Skip row.*48/u }));
    expect(await screen.findByText('1 row is skipped.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sent(received, 'PUT', '/edits')).toEqual([
        { edits: [], leftOut: [{ line: 48, leftOut: true }] },
        { edits: [], leftOut: [{ line: 48, leftOut: false }] },
      ]),
    );
  });

  test('an open row is in the URL and shows all columns', async () => {
    const { router } = await open();
    const table = within(await screen.findByRole('table', { name: 'Rows' }));
    await userEvent.click(table.getByRole('button', { name: 'Changed 2' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Line 2: Student 2' }));
    expect(router.state.location.href).toContain('row=2');
    expect(panel.getByRole<HTMLInputElement>('textbox', { name: 'Line 2, Number' }).value).toBe('20262');
  });
});

describe('apply', () => {
  const brake = {
    field: 'name',
    title: 'Name',
    changed: 299,
    of: 300,
    percent: 99,
    usualPercent: 3,
    cause: 'The names are those of the rows above.',
  };

  test('a brake needs its number typed, and the call carries what was shown', async () => {
    const { received, state } = await open(
      { preview: { ...preview, brakes: [brake] } },
      {
        [`POST ${path}/apply`]: () => (state.draft = { ...draft, state: 'applied', importId: 'i-1' }),
      },
    );
    const apply = await screen.findByRole<HTMLButtonElement>('button', { name: /^Import 296 rows without errors/u });
    expect(apply.disabled).toBe(true);
    expect(screen.getByText('Type 299 above first.')).toBeTruthy();
    const card = within(screen.getByRole('region', { name: 'Confirm: Name' }));
    expect(card.getByText('The names are those of the rows above.')).toBeTruthy();
    expect(card.getByRole('link').getAttribute('href')).toBe('/admin/imports/drafts/d-1?step=columns&column=name');
    const field = card.getByRole('textbox');
    await userEvent.type(field, '29');
    expect(card.getByText('Type 299, or check the column.')).toBeTruthy();
    await userEvent.type(field, '9');
    expect(apply.disabled).toBe(false);
    await userEvent.keyboard('{Control>}{Enter}{/Control}'); // the shortcut of the primary button
    expect(await screen.findByRole('heading', { name: 'Import complete' })).toBeTruthy();
    expect(sent(received, 'POST', '/apply')).toEqual([
      { fingerprint: 'print-1', goodRows: true, confirm: { name: 299 } },
    ]);
  });

  test('a stale preview is computed again, and differences are marked', async () => {
    const fresh = { ...preview, fingerprint: 'print-2', stale: true };
    const [first, ...others] = rows;
    const { received, state } = await open(
      {},
      {
        [`POST ${path}/apply`]: ({ body }) => {
          if (body.includes('print-2')) {
            return (state.draft = { ...draft, state: 'applied', importId: 'i-1' });
          }
          const problem = { code: 'roster.stale', text: 'The data has changed since.' };
          state.draft = { ...draft, preview: fresh, problem };
          return refusal(409, '[roster.stale] The data has changed since.');
        },
        [`GET ${path}/rows`]: () => ({
          rows: [{ ...first, differs: state.draft.preview?.stale === true }, ...others],
          next: null,
          total: rows.length,
        }),
      },
    );
    const apply = await screen.findByRole('button', { name: /^Import 296 rows without errors/u });
    await userEvent.click(apply);
    expect(await screen.findByText(/so nothing was imported. This is the new preview/u)).toBeTruthy();
    expect(await screen.findByText('differs')).toBeTruthy();
    expect(screen.queryByText(/^The data has changed since/u)).toBeNull(); // the notice is shown once
    await userEvent.click(apply);
    expect(await screen.findByRole('heading', { name: 'Import complete' })).toBeTruthy();
    expect(sent(received, 'POST', '/apply')).toHaveLength(2);
  });

  test('an error appears beside the button', async () => {
    await open({}, { [`POST ${path}/apply`]: () => refusal(409, '[roster.draft_applying] It is being written.') });
    await userEvent.click(await screen.findByRole('button', { name: /^Import 296 rows without errors/u }));
    expect(await screen.findByText('It is being written.')).toBeTruthy();
  });

  test('while rows are being checked the first ones are shown, and importing is disabled', async () => {
    await open({
      state: 'previewing',
      progress: { rows: 12_500, total: 50_000 },
      preview: { ...preview, sample: true },
    });
    expect(await screen.findByRole('progressbar', { name: 'Checking rows' })).toBeTruthy();
    expect(screen.getByText('25 %')).toBeTruthy();
    expect(screen.getByText('Wait until all rows are checked.')).toBeTruthy();
    expect(await screen.findByRole('table', { name: 'Rows' })).toBeTruthy();
  });

  test('a phone shows the rows and says where to do the rest', async () => {
    screenOf(false);
    await open();
    expect(await screen.findByText('was 13800000009, now 13800000001')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Line 48, Mobile' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'What happens after importing' }));
    const panel = within(await screen.findByRole('dialog', { name: 'After importing' }));
    expect(panel.getByText(/on a computer/u)).toBeTruthy();
    expect(panel.queryByRole('button', { name: /^Import/u })).toBeNull();
  });
});

describe('done', () => {
  const applied = { state: 'applied', importId: 'i-1' } as const;

  test('the report, the codes, and the next sheet', async () => {
    const { received, router } = await open(applied, {
      [`GET ${path}/codes`]: () => new Response('PK'),
      [`DELETE ${path}/codes`]: () => true,
      [`POST ${path}/copy`]: () => ({ ...draft, id: 'd-2', sheet: 'Rooms', kind: 'rooms' }),
    });
    expect(await screen.findByRole('heading', { name: 'Import complete' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Undo import' }).getAttribute('href')).toBe('/admin/imports/i-1?undo=1');
    const codes = within(screen.getByRole('region', { name: '3 one-time codes' }));
    await userEvent.click(codes.getByRole('button', { name: 'Download one-time codes' }));
    await userEvent.click(await codes.findByRole('button', { name: 'Delete one-time codes' }));
    expect(await codes.findByText(/^The codes are deleted/u)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Import this sheet/u }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/imports/drafts/d-2'));
    expect(sent(received, 'POST', '/copy')).toEqual([{ sheet: 'Rooms' }]);
  });
});

describe('a draft', () => {
  test('that no longer exists says where to look', async () => {
    await open({}, { [`GET ${path}`]: () => refusal(404, '[roster.no_draft] There is no such draft.') });
    expect(await screen.findByRole('heading', { name: 'This draft no longer exists' })).toBeTruthy();
  });

  test('is discarded after a confirmation', async () => {
    const { router } = await open({}, { [`DELETE ${path}`]: () => true });
    await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Discard this draft?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Discard draft' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/imports'));
  });
});
