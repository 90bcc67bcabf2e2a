import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { read, readPages } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import type { DataOf } from '@/shared/api/types';
import { uploadFile } from '@/shared/api/upload-file';
import { saveFile } from '@/shared/ui/save-file';

/** A file that hasn't been imported yet. */
export type Draft = DataOf<'get', '/api/admin/import-drafts/{draft}'>;

export type Preview = NonNullable<Draft['preview']>;

export type SheetColumn = Draft['columns'][number];

/** A row of the file, or a record that is missing from it. */
export type DraftRow = DataOf<'get', '/api/admin/import-drafts/{draft}/rows'>['rows'][number];

/** A page of rows, of one effect or of all. */
interface RowsAt {
  effect: DraftRow['effect'] | undefined;
  after: number | undefined;
}

export type DraftItem = DataOf<'get', '/api/admin/import-drafts'>[number];

/** The sheets that a draft reads. */
export function sheetsOf({ sheet, alike, allSheets }: DraftItem | Draft): readonly string[] {
  return allSheets ? alike : [sheet];
}

export type KindItem = DataOf<'get', '/api/admin/import-kinds'>[number];

export type Kind = KindItem['kind'];

/** What staff chose for the headers of a file. */
export type HeaderMapping = DataOf<'get', '/api/admin/import-mappings'>[number];

export type ImportItem = DataOf<'get', '/api/admin/imports'>['imports'][number];

export type Report = DataOf<'get', '/api/admin/imports/{import}'>;

/** The state of undoing an import. */
export type Undo = Report['undo'];

export type UndoPreview = NonNullable<Undo['preview']>;

/** How many people are notified or affected, and in what way. */
export type PeopleCount = Preview['told'][number];

export interface RowFilter {
  effect?: DraftRow['effect'];
  field?: string;
  reason?: string;
  search?: string;
}

const firstOf = (groups: readonly RowsAt['effect'][]): RowsAt => ({ effect: groups[0], after: undefined });

/** Rows per request; the server's maximum. */
export const rowPage = 500;
const historyPage = 50;

/** The states the history can be filtered by. */
export const historyStates = ['open', 'refused', 'undone'] as const;
type HistoryState = (typeof historyStates)[number];

export const importQueries = {
  all: () => ['imports'] as const,
  kinds: () => ({ ...read(importQueries.all(), '/api/admin/import-kinds'), staleTime: 60_000 }),
  drafts: () => read(importQueries.all(), '/api/admin/import-drafts'),
  mappings: () => read(importQueries.all(), '/api/admin/import-mappings'),
  draft: (draft: string) => [...importQueries.all(), 'draft', draft] as const,
  rows: (draft: string) => [...importQueries.all(), 'rows', draft] as const,
  /** The server keeps rows in the order of the file; here they are fetched one effect after the other. */
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
      gcTime: 5 * 60_000, // personal data
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
  /** Starts a new undo preview each time it is opened, since the data may have changed. The report has its progress. */
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

/** Whether the server is working on it. */
export const undoRuns = ({ state }: Undo): boolean => state === 'previewing' || state === 'undoing';

/** Stores the latest undo state in the cached report. */
export function keepUndo(client: QueryClient, id: string, undo: Undo): void {
  client.setQueryData<Report>(importQueries.report(id).queryKey, (before) => before && { ...before, undo });
}

/** Uploads a file. A ZIP of several tables becomes several drafts, in the order in which they should be imported. */
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

/** Downloads the rows with errors, with an extra column of reasons. */
export async function saveRefused(draft: string, name: string): Promise<void> {
  saveFile(name, await fetchFile(draftFile(draft, 'refused')));
}

/** Downloads the one-time codes, which the server keeps until someone confirms that they have been downloaded. */
export async function saveCodes(draft: string, name: string): Promise<void> {
  saveFile(name, await fetchFile(draftFile(draft, 'codes'), { quiet: true }));
}

/** Downloads an empty sheet with examples. */
export async function saveTemplate(kind: Kind, name: string): Promise<void> {
  saveFile(`${name}.xlsx`, await fetchFile(`/api/admin/import-templates/${kind}`));
}

export const sheetFormats = ['xlsx', 'csv'] as const;

/** Exports all records of a kind as a sheet that can be imported again. */
export async function saveExport(kind: Kind, format: (typeof sheetFormats)[number], name: string): Promise<void> {
  saveFile(`${name}.${format}`, await fetchFile(`/api/admin/exports/${kind}?format=${format}`));
}

/** Exports the college as a OneRoster ZIP file. */
export async function saveOneRoster(): Promise<void> {
  saveFile('oneroster.zip', await fetchFile('/api/admin/exports/oneroster'));
}
