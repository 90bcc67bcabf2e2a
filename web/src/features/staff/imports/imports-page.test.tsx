import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { activeShortcuts } from '@/shared/shortcuts/shortcuts';
import type { Scope } from '@/shared/access/user';
import { draft, kindItems, past, report, undoPreview, undoReady } from '@/testing/imports';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal } from '@/testing/server';

const screenOf = (wide: boolean): void =>
  void vi.stubGlobal('matchMedia', () => ({
    matches: wide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

beforeEach(() => screenOf(true));
afterEach(() => forgetPortal());

const item = {
  id: 'd-1',
  file: 'spring.xlsx',
  kind: 'students',
  sheet: 'Students',
  state: 'ready',
  account: 'acc-1',
  accountName: 'Liu Min',
  at: draft.at,
  until: draft.until,
  counts: { rows: 300, created: 25, changed: 118, unchanged: 153, refused: 4 },
};

const open = (path: string, handlers = {}, scope: Scope = 'registrar') =>
  openPortal(
    path,
    {
      'GET /api/admin/import-kinds': () => kindItems,
      'GET /api/admin/import-drafts': () => [item],
      'GET /api/admin/import-drafts/d-1': () => draft,
      'GET /api/admin/import-drafts/d-1/rows': () => ({ rows: [], next: null, total: 0 }),
      'GET /api/admin/import-mappings': () => [],
      'GET /api/admin/imports': () => ({
        imports: [past, { ...past, id: 'i-0', file: 'old.csv', source: 'command', undoneAt: draft.at }],
        next: null,
      }),
      'GET /api/admin/imports/i-1': () => report,
      'POST /api/admin/imports/i-1/undo-preview': () => undoReady,
      'GET /api/admin/students': () => ({ items: [], next: '', total: 0, more: false }),
      'GET /api/admin/students/filters': () => ({ programmes: [], years: [], campuses: [] }),
      ...handlers,
    },
    { role: 'admin', scope },
  );

/** Replaces XMLHttpRequest, which the upload uses for its progress. */
function fakeUploads(answer: () => Response): { paths: string[] } {
  const made = { paths: [] as string[] };
  class Request extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    open(_method: string, path: string): void {
      made.paths.push(path);
    }
    setRequestHeader(): void {
      // unused
    }
    send(): void {
      const finish = async (): Promise<void> => {
        const response = answer();
        this.status = response.status;
        this.responseText = await response.text();
        this.dispatchEvent(new Event('load'));
      };
      void finish();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return made;
}

const taken = (...data: unknown[]): Response => Response.json({ statusCode: 200, succeeded: true, data, errors: null });

const sheet = new File(['PK'], 'spring.xlsx');
const carried = { dataTransfer: { types: ['Files'], files: [sheet] } };

describe('the page', () => {
  test('shows drafts, the kinds in order, and the history', async () => {
    const { received } = await open('/admin/imports', {
      'GET /api/admin/import-templates/rooms': () => new Response('PK'),
    });
    const drafts = within(await screen.findByRole('region', { name: 'Import drafts' }));
    expect(drafts.getByText('4 rows with errors')).toBeTruthy();
    expect(drafts.getByRole('link', { name: /^Continue/u }).getAttribute('href')).toBe('/admin/imports/drafts/d-1');
    const kinds = within(await screen.findByRole('region', { name: 'Order and templates' }));
    expect(kinds.getAllByRole('heading', { level: 3 })).toHaveLength(12);
    expect(kinds.getByText('2 of 12 done')).toBeTruthy();
    const history = within(await screen.findByRole('table', { name: 'History' }));
    expect(history.getByRole('link', { name: 'students.xlsx' }).getAttribute('href')).toBe('/admin/imports/i-1');
    expect(history.getByText('Liu Min, command line')).toBeTruthy();
    expect(history.getByText('Undone')).toBeTruthy();
    await userEvent.click(kinds.getByRole('button', { name: /^Template\s*Rooms/u }));
    await waitFor(() => expect(received.some(({ path }) => path === '/api/admin/import-templates/rooms')).toBe(true));
  });

  test('a header mapping shows its author, and its deletion can be undone', async () => {
    const taught = {
      id: 'students-header-1',
      kind: 'students',
      anyFile: true,
      headers: [{ header: 'mobile', field: 'phone', title: 'Phone' }],
      accountName: 'Liu Min',
      at: draft.at,
    };
    let list = [taught];
    await open('/admin/imports', {
      'GET /api/admin/import-mappings': () => list,
      'DELETE /api/admin/import-mappings/students-header-1': () => {
        list = [];
        return true;
      },
      'POST /api/admin/import-mappings/students-header-1/restore': () => {
        list = [taught];
        return true;
      },
    });
    const card = within(await screen.findByRole('region', { name: 'Remembered columns' }));
    await userEvent.click(card.getByText('Show remembered columns'));
    expect(card.getByText('mobile → Phone')).toBeTruthy();
    expect(card.getByText(/^Students · in any file · Liu Min/u)).toBeTruthy();
    await userEvent.click(card.getByRole('button', { name: /^Remove\s*mobile/u }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Remembered columns' })).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('region', { name: 'Remembered columns' })).toBeTruthy();
  });

  test('a file is chosen and opens the wizard', async () => {
    const made = fakeUploads(() => taken(draft));
    const { router } = await open('/admin/imports');
    await userEvent.upload(await screen.findByLabelText('choose a file'), sheet);
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/imports/drafts/d-1'));
    expect(made.paths).toEqual(['/api/admin/import-drafts']);
  });

  test('a file is read as the kind that the desk linked to', async () => {
    const made = fakeUploads(() => taken(draft));
    const { router } = await open('/admin/imports?kind=rooms');
    expect(await screen.findByRole('region', { name: 'Import file: Rooms' })).toBeTruthy();
    await userEvent.upload(await screen.findByLabelText('choose a file'), sheet);
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/imports/drafts/d-1'));
    expect(made.paths).toEqual(['/api/admin/import-drafts?kind=rooms']);
  });

  test('the kind from the link can be left to the server again', async () => {
    await open('/admin/imports?kind=rooms');
    await userEvent.click(await screen.findByRole('button', { name: 'Detect from file' }));
    expect(await screen.findByRole('region', { name: 'Import file' })).toBeTruthy();
  });

  test('the server filters the history, and its columns can’t be sorted', async () => {
    const { received } = await open('/admin/imports?state=refused', {
      'GET /api/admin/imports': ({ query }: { query: Readonly<Record<string, string>> }) => ({
        imports: query['state'] === 'refused' ? [past] : [],
        next: null,
      }),
    });
    const history = within(await screen.findByRole('table', { name: 'History' }));
    expect(await history.findByRole('link', { name: 'students.xlsx' })).toBeTruthy();
    expect(history.queryByRole('button', { name: 'File' })).toBeNull();
    expect(received.findLast(({ path }) => path === '/api/admin/imports')?.query).toMatchObject({
      state: 'refused',
    });
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search this list' }), 'stud');
    await waitFor(() =>
      expect(received.findLast(({ path }) => path === '/api/admin/imports')?.query).toMatchObject({
        ...{ state: 'refused', search: 'stud' },
      }),
    );
  });

  test('everything is exported as sheets or OneRoster, with a note on what is not included', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
    const { received } = await open('/admin/imports', {
      'GET /api/admin/exports/students': () => new Response('x'),
      'GET /api/admin/exports/oneroster': () => new Response('PK'),
    });
    const card = within(await screen.findByRole('region', { name: 'Export everything' }));
    expect(card.getByText(/^National IDs aren't included/u)).toBeTruthy();
    await userEvent.click(card.getByText('Show all sheets'));
    expect(card.getAllByRole('listitem')).toHaveLength(13);
    await userEvent.click(card.getByRole('button', { name: /^CSV\s*Students/u }));
    await userEvent.click(card.getByRole('button', { name: /^ZIP\s*OneRoster/u }));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
    const asked = received.filter(({ path }) => path.startsWith('/api/admin/exports/'));
    expect(asked.map(({ path, query }) => [path, query['format']])).toEqual([
      ['/api/admin/exports/students', 'csv'],
      ['/api/admin/exports/oneroster', undefined],
    ]);
  });

  test('a refused file is shown with its name and the reason', async () => {
    fakeUploads(() => refusal(400, '[roster.old_excel] Save it as .xlsx.'));
    await open('/admin/imports');
    await userEvent.upload(await screen.findByLabelText('choose a file'), new File(['x'], 'old.xls'));
    expect(await screen.findByText('old.xls: Save it as .xlsx.')).toBeTruthy();
  });

  test('a phone shows imports and says where to upload files', async () => {
    screenOf(false);
    await open('/admin/imports');
    expect(await screen.findByText(/^To import files, use a computer/u)).toBeTruthy();
    expect(screen.queryByLabelText('choose a file')).toBeNull();
  });
});

describe('a file dropped anywhere', () => {
  test('opens the wizard', async () => {
    fakeUploads(() => taken(draft));
    const { router } = await open('/admin/students');
    fireEvent.dragOver(document.body, carried);
    expect(await screen.findByText('Drop to import')).toBeTruthy();
    fireEvent.drop(document.body, carried);
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/imports/drafts/d-1'));
    expect(screen.queryByText('Drop to import')).toBeNull();
  });

  test.each([
    ['on a page that takes files itself', '/admin/recordings', 'registrar'],
    ['by an adviser', '/admin/students', 'adviser'],
  ] as const)('is left alone %s', async (_where, path, scope) => {
    await open(path, {}, scope);
    // Wait until the shared parts of staff pages are loaded.
    await waitFor(() => expect(activeShortcuts.get().map(({ keys }) => keys)).toContain('?'));
    expect(fireEvent.dragOver(document.body, carried)).toBe(true); // no handler took it
    expect(screen.queryByText('Drop to import')).toBeNull();
  });
});

describe('an import', () => {
  test('its report groups the errors, and undoing shows a preview first', async () => {
    let undone = false;
    const { received } = await open('/admin/imports/i-1', {
      'GET /api/admin/imports/i-1': () => (undone ? { ...report, undoneAt: draft.at, undoneBy: 'Tang Wei' } : report),
      'POST /api/admin/imports/i-1/undo': () => {
        undone = true;
        return { ...undoReady, state: 'undone' };
      },
    });
    const problems = within(await screen.findByRole('region', { name: 'Rows with errors' }));
    expect(problems.getAllByText(/^The last digits are lost/u)).toHaveLength(1);
    expect(problems.getByText('2 rows')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo import' }));
    const panel = within(await screen.findByRole('complementary', { name: 'After undoing' }));
    expect(await panel.findByText(/25 removed, 118 get their old values back/u)).toBeTruthy();
    expect(received.some(({ path }) => path.endsWith('/undo'))).toBe(false);
    await userEvent.click(panel.getByRole('button', { name: 'Undo import' }));
    expect(await screen.findByText(/undone by Tang Wei/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull();
  });

  test('rows with errors are marked as resolved, with an undo in the toast', async () => {
    let resolved = false;
    const { received } = await open('/admin/imports/i-1', {
      'GET /api/admin/imports/i-1': () =>
        resolved ? { ...report, open: 0, resolvedAt: draft.at, resolvedBy: 'Tang Wei' } : report,
      'PUT /api/admin/imports/i-1/resolved': ({ body }: { body: string }) => {
        ({ resolved } = JSON.parse(body) as { resolved: boolean });
        return true;
      },
    });
    const problems = within(await screen.findByRole('region', { name: 'Rows with errors' }));
    expect(problems.getByText(/^2 rows with errors are on your to-do list/u)).toBeTruthy();
    await userEvent.click(problems.getByRole('button', { name: 'Mark as dealt with' }));
    expect(await problems.findByText(/^Tang Wei marked these rows as dealt with on/u)).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await problems.findByText(/^2 rows with errors are on your to-do list/u)).toBeTruthy();
    const sent = received.filter(({ path }) => path.endsWith('/resolved')).map(({ body }) => body);
    expect(sent).toEqual(['{"resolved":true}', '{"resolved":false}']);
  });

  test('conflicts are listed with links', async () => {
    const standing = (thing: string, link: object) => ({
      ...{
        line: 4,
        thing,
        name: thing,
        text: 'Someone has changed it since.',
        code: 'roster.changed_meanwhile',
      },
      link: { student: null, course: null, group: null, room: null, teacher: null, ...link },
    });
    await open('/admin/imports/i-1?undo=1', {
      'POST /api/admin/imports/i-1/undo-preview': () => ({
        ...undoReady,
        preview: {
          ...undoPreview,
          conflicts: [
            standing('student', { student: 's 1' }),
            standing('group', { group: 'g 1', course: 'c' }),
            standing('room', { room: 'r 1' }),
            standing('teacher', { teacher: 't 1' }),
            standing('course', { course: 'c 1' }),
          ],
        },
      }),
    });
    const way = within(await screen.findByRole('region', { name: 'What prevents undoing' }));
    expect(way.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/admin/students/s%201',
      '/admin/timetable?by=group&id=g%201',
      '/rooms/r%201',
      '/teachers/t%201',
      '/admin/timetable?by=course&id=c%201',
    ]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo import' }).disabled).toBe(true);
  });

  test('a long undo continues without the page, and is found again', async () => {
    let asked = 0;
    const { received } = await open('/admin/imports/i-1', {
      'GET /api/admin/imports/i-1': () => {
        asked += 1;
        return asked < 3
          ? {
              ...report,
              undo: {
                state: 'undoing',
                progress: { rows: 500, total: 2000 },
                preview: undoPreview,
                problem: null,
              },
            }
          : { ...report, undoneAt: draft.at, undoneBy: 'Tang Wei', undo: { ...undoReady, state: 'undone' } };
      },
    });
    expect(await screen.findByText('500 of 2,000')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo import' }).disabled).toBe(true);
    expect(await screen.findByText(/undone by Tang Wei/u, {}, { timeout: 10_000 })).toBeTruthy();
    expect(received.some(({ path }) => path.endsWith('/undo-preview'))).toBe(false);
  });

  test('an interrupted undo says so, and can be started again', async () => {
    const problem = { text: 'The work was interrupted.', code: 'roster.undo_interrupted' };
    await open('/admin/imports/i-1?undo=1', {
      'GET /api/admin/imports/i-1': () => ({
        ...report,
        undo: { state: 'failed', progress: null, preview: null, problem },
      }),
    });
    expect(await screen.findByText(problem.text)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText(/25 removed, 118 get their old values back/u)).toBeTruthy();
    expect(screen.queryByText(problem.text)).toBeNull();
  });
});
