import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { read, readPages } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import type { DataOf } from '@/shared/api/types';
import { uploadFile } from '@/shared/api/upload-file';
import { saveFile } from '@/shared/ui/save-file';

/** A file on its way to become an import. */
export type Draft = DataOf<'get', '/api/admin/import-drafts/{draft}'>;

/** What an import would do. */
export type Preview = NonNullable<Draft['preview']>;

/** One column of their file. */
export type SheetColumn = Draft['columns'][number];

/** One row of the file, or something that it no longer has. */
export type DraftRow = DataOf<'get', '/api/admin/import-drafts/{draft}/rows'>['rows'][number];

/** A page of rows: those of one effect, or of all of them. */
interface RowsAt {
  effect: DraftRow['effect'] | undefined;
  after: number | undefined;
}

/** A draft in the list. */
export type DraftItem = DataOf<'get', '/api/admin/import-drafts'>[number];

/** The sheets that a draft reads. */
export function sheetsOf({ sheet, alike, allSheets }: DraftItem | Draft): readonly string[] {
  return allSheets ? alike : [sheet];
}

/** What can be imported. */
export type KindItem = DataOf<'get', '/api/admin/import-kinds'>[number];

/** Its name. */
export type Kind = KindItem['kind'];

/** What staff taught about headers. */
export type HeaderMapping = DataOf<'get', '/api/admin/import-mappings'>[number];

/** An import in the history. */
export type ImportItem = DataOf<'get', '/api/admin/imports'>['imports'][number];

/** What an import did. */
export type Report = DataOf<'get', '/api/admin/imports/{import}'>;

/** How far the undoing of an import is. */
export type Undo = Report['undo'];

/** What undoing an import would do. */
export type UndoPreview = NonNullable<Undo['preview']>;

/** How many people are told or concerned, and of what. */
export type Told = Preview['told'][number];

/** What the rows are narrowed down to. */
export interface RowFilter {
  effect?: DraftRow['effect'];
  field?: string;
  reason?: string;
  search?: string;
}

const firstOf = (groups: readonly RowsAt['effect'][]): RowsAt => ({ effect: groups[0], after: undefined });

/** How many rows are asked for at once; the server gives no more. */
export const rowPage = 500;
const historyPage = 50;

/** What the history can be narrowed down to. */
export const historyStates = ['open', 'refused', 'undone'] as const;
type HistoryState = (typeof historyStates)[number];

export const importQueries = {
  all: () => ['imports'] as const,
  kinds: () => ({ ...read(importQueries.all(), '/api/admin/import-kinds'), staleTime: 60_000 }),
  drafts: () => read(importQueries.all(), '/api/admin/import-drafts'),
  mappings: () => read(importQueries.all(), '/api/admin/import-mappings'),
  draft: (draft: string) => [...importQueries.all(), 'draft', draft] as const,
  rows: (draft: string) => [...importQueries.all(), 'rows', draft] as const,
  /** The server has the rows in the order of the file; here one effect comes after the other. */
  rowsOf: (draft: string, filter: RowFilter, groups: readonly RowsAt['effect'][]) =>
    infiniteQueryOptions({
      queryKey: [...importQueries.rows(draft), filter, groups],
      queryFn: ({ signal, pageParam: { effect, after } }) =>
        api.get('/api/admin/import-drafts/{draft}/rows', {
          path: { draft },
          query: {
            ...filter,
            size: rowPage,
            ...(effect && { effect }),
            ...(after !== undefined && { after }),
          },
          signal,
          quiet: true,
        }),
      initialPageParam: firstOf(groups),
      getNextPageParam: ({ next }, _pages, { effect }): RowsAt | undefined => {
        if (next !== null) {
          return { effect, after: next };
        }
        const at = groups.indexOf(effect) + 1;
        return at < groups.length ? { effect: groups[at], after: undefined } : undefined;
      },
      placeholderData: keepPreviousData,
      gcTime: 5 * 60_000, // it names people
    }),
  history: (filter: { state?: HistoryState; search?: string }) =>
    readPages(
      importQueries.all(),
      '/api/admin/imports',
      { query: { size: historyPage, ...filter } },
      'after',
      ({ next }) => next,
    ),
  report: (id: string) =>
    queryOptions({
      ...read(importQueries.all(), '/api/admin/imports/{import}', { path: { import: id } }),
      enabled: id !== '',
      refetchInterval: ({ state }) => (state.data !== undefined && undoRuns(state.data.undo) ? 1000 : false),
    }),
  /**
   * Begins the preview of undoing each time it is opened: it looks at what is there now. The report tells how
   * far it is.
   */
  undoPreview: (id: string) =>
    queryOptions({
      queryKey: [...importQueries.all(), 'undo', id],
      queryFn: async ({ client, signal }) => {
        const undo = await api.post('/api/admin/imports/{import}/undo-preview', {
          path: { import: id },
          signal,
          quiet: true,
        });
        keepUndo(client, id, undo);
        return undo;
      },
      staleTime: Infinity,
      gcTime: 0,
    }),
};

/** Whether a job of the server works on it. */
export const undoRuns = ({ state }: Undo): boolean => state === 'previewing' || state === 'undoing';

/** Puts what the server said last about undoing into the report. */
export function keepUndo(client: QueryClient, id: string, undo: Undo): void {
  client.setQueryData<Report>(importQueries.report(id).queryKey, (before) => before && { ...before, undo });
}

/** Sends a file; a zip of several tables becomes several drafts, in the order in which they are imported. */
export async function uploadDraft(
  file: File,
  kind: Kind | undefined,
  onProgress: (percent: number) => void,
): Promise<Draft[]> {
  const of = kind === undefined ? '' : `?kind=${kind}`;
  return (await uploadFile(`/api/admin/import-drafts${of}`, file, { onProgress })) as Draft[];
}

const draftFile = (draft: string, name: string): string =>
  `/api/admin/import-drafts/${encodeURIComponent(draft)}/${name}`;

/** Downloads the refused rows, with the reasons in a column of their own. */
export async function saveRefused(draft: string, name: string): Promise<void> {
  saveFile(name, await fetchFile(draftFile(draft, 'refused')));
}

/** Downloads the one-time codes. They are there until somebody says that they have them. */
export async function saveCodes(draft: string, name: string): Promise<void> {
  saveFile(name, await fetchFile(draftFile(draft, 'codes'), { quiet: true }));
}

/** Downloads an empty sheet of a kind, with its examples. */
export async function saveTemplate(kind: Kind, name: string): Promise<void> {
  saveFile(`${name}.xlsx`, await fetchFile(`/api/admin/import-templates/${kind}`));
}

/** What a sheet can be saved as. */
export const sheetFormats = ['xlsx', 'csv'] as const;

/** Downloads what the college holds of a kind, as the sheet that it could be imported from. */
export async function saveExport(kind: Kind, format: (typeof sheetFormats)[number], name: string): Promise<void> {
  saveFile(`${name}.${format}`, await fetchFile(`/api/admin/exports/${kind}?format=${format}`));
}

/** Downloads the college as a ZIP file of OneRoster. */
export async function saveOneRoster(): Promise<void> {
  saveFile('oneroster.zip', await fetchFile('/api/admin/exports/oneroster'));
}
