// The folder that is being uploaded. It outlives the page, so that staff can use other pages during the upload.
import { api } from '@/shared/api/api';
import { onSessionEnd } from '@/shared/api/events';
import { createValue } from '@/shared/store/value';
import { choiceOf, forgetChoices, rememberChoice } from './folder-choices';
import type { Described } from './folder-files';
import type { Chosen } from './places';
import type { Match } from './queries';

/** The state of a file's upload. */
interface Sent {
  state: 'waiting' | 'sending' | 'paused' | 'failed' | 'done';
  bytes: number;
  /** The error message. */
  reason: string;
  /** The id of the upload, and later of its recording. */
  id: string;
}

/** One recording of the folder and the files that belong to it. */
export interface Row {
  key: string;
  file: Described;
  match: Match;
  /** Where someone wants it; null until chosen. */
  place: Chosen | null;
  /** Key of the row it may be a part of; empty for none. */
  partOf: string;
  /** Key of the row it is joined with; empty for none. */
  joinTo: string;
  /** Position among the parts, from 1. */
  order: number;
  /** Id of the joined recording, once the server has joined it; empty until then. */
  joined: string;
  /** Index of the highlighted candidate. */
  marked: number;
  left: boolean;
  sent: Sent;
  sides: {
    file: Described;
    match: Match;
    state: 'waiting' | 'done' | 'failed';
    /** Why it failed: the server's message, or the invalid chapter line. */
    reason?: string;
    wrong?: number;
  }[];
}

type Show = 'as' | 'now' | 'hidden';

export interface Folder {
  rows: readonly Row[];
  /** Files that belong to no recording. */
  others: readonly { file: Described; reason: string }[];
  phase: 'none' | 'reading' | 'there';
  paused: boolean;
  /** Whether students see the recordings: as each lesson is now, at once, or not yet. */
  show: Show;
  /** When uploading started and how much had arrived by then; used to estimate the time left. */
  since: { at: number; bytes: number };
}

const nothing: Folder = {
  rows: [],
  others: [],
  phase: 'none',
  paused: false,
  show: 'as',
  since: { at: 0, bytes: 0 },
};

export const folder = createValue<Folder>(nothing);

onSessionEnd(() => folder.set(nothing));

export const changeFolder = (change: Partial<Folder>): void => folder.set({ ...folder.get(), ...change });

export function forgetFolder(): void {
  forgetChoices();
  folder.set(nothing);
}

export function changeRow(key: string, change: Partial<Row> | ((row: Row) => Partial<Row>)): void {
  changeFolder({
    rows: folder
      .get()
      .rows.map((row) =>
        row.key === key ? { ...row, ...(typeof change === 'function' ? change(row) : change) } : row,
      ),
  });
}

export const rowOf = (key: string): Row | undefined => folder.get().rows.find((row) => row.key === key);

/** The file name without folders. */
export const nameOf = ({ file }: Row): string => file.path.split('/').at(-1) ?? file.path;

/** A part that will be joined unless someone decides otherwise. */
export const isProposed = ({ match, place, left, partOf, joinTo }: Row): boolean =>
  match.join && partOf !== '' && joinTo === '' && place === null && !left;

/** Whether someone should check a row before it is placed. */
export const needsLook = (row: Row): boolean =>
  !row.left &&
  row.place === null &&
  row.joinTo === '' &&
  !isProposed(row) &&
  !['sure', 'here', 'twice'].includes(row.match.state);

/** Whether it will be uploaded. */
export const isNew = ({ match, left }: Row): boolean =>
  !left && match.state !== 'here' && match.state !== 'twice' && !isColleagues(match);

/** Whether a colleague is uploading this file. */
const isColleagues = ({ known }: Match): boolean => known !== null && !known.mine && known.asset === '';

const ask = (files: readonly Described[], quiet = false): Promise<Match[]> =>
  api.post('/api/admin/recordings/match', {
    quiet,
    question: true,
    body: {
      files: files.map((described) => {
        const { path, file, length, fingerprint } = described;
        const anew = choiceOf(keyOf(described)).anew === true;
        return {
          path,
          size: file.size,
          length,
          modified: file.lastModified,
          fingerprint,
          ...(anew && { anew }),
        };
      }),
    },
  });

const keyOf = ({ path, file }: Described): string => [path, file.size, file.lastModified].join('|');

function rowFor(file: Described, match: Match): Row {
  const { known } = match;
  // An upload may be complete without a lesson: then only its place is missing.
  const arrived = match.state === 'here' || (known !== null && known.asset !== '');
  const begun = known !== null && known.mine && known.upload !== '';
  const chosen = begun && (known.place.lesson !== '' || known.place.course !== '');
  return {
    key: keyOf(file),
    file,
    match,
    place: chosen ? known.place : arrived ? null : (choiceOf(keyOf(file)).place ?? null),
    partOf: '',
    joinTo: '',
    order: Math.max(1, match.number),
    joined: known?.joined ?? '',
    marked: 0,
    left: false,
    sent: {
      state: arrived ? 'done' : 'waiting',
      bytes: arrived ? file.file.size : 0,
      reason: '',
      id: known?.asset !== '' && known !== null ? known.asset : begun ? known.upload : '',
    },
    sides: [],
  };
}

/** Files per match request. */
export const mostFiles = 3000;

/** Updates existing rows with what the server has of them, and creates rows for the other recordings. */
function rowsFor(files: readonly Described[], matches: readonly Match[]): (Row | undefined)[] {
  return files.map((file, index) => {
    const match = matches[index];
    const row = rowOf(keyOf(file));
    if (match?.kind !== 'recording') {
      return undefined;
    }
    if (row === undefined) {
      return rowFor(file, match);
    }
    const arrived = match.known !== null && match.known.asset !== '';
    return { ...row, ...(arrived && { match: { ...row.match, known: match.known } }) };
  });
}

/** Marks the rows that can be joined as parts with a first one. */
function markParts(rows: readonly (Row | undefined)[], there: ReadonlySet<string>): void {
  rows.forEach((row) => {
    const first = rows[row?.match.of ?? -1];
    const joinable = first !== undefined && (first.match.state !== 'here' || first.match.known?.lesson !== '');
    if (row?.match.state === 'part' && joinable && !there.has(row.key)) {
      row.partOf = first.key;
    }
  });
}

/**
 * Has files matched and adds those that aren't in the folder yet. They are matched together with the existing ones,
 * since they may be parts of the same recordings.
 */
export async function addFiles(files: readonly Described[]): Promise<void> {
  const { rows: before, others: alone } = folder.get();
  const own = before.map(({ file }) => file);
  const left = alone.map(({ file }) => file);
  const sides = before.flatMap((row) => row.sides.map(({ file }) => file));
  const there = new Set([...own, ...left, ...sides].map(keyOf));
  const fresh = files.filter((file) => !there.has(keyOf(file)));
  if (fresh.length === 0) {
    return;
  }
  const all = [...own, ...left, ...fresh];
  const together = all.length <= mostFiles;
  const asked = together ? all : fresh;
  const matches = await ask(asked);
  const rows = rowsFor(asked, matches);
  const others: Folder['others'][number][] = together ? [] : [...alone];
  asked.forEach((file, index) => {
    const match = matches[index];
    if (match === undefined || match.kind === 'recording') {
      return;
    }
    const of = rows[match.of];
    if (of === undefined) {
      others.push({ file, reason: match.reason?.text ?? '' });
    } else {
      of.sides = [...of.sides, { file, match, state: 'waiting' }];
    }
  });
  markParts(rows, there);
  const changed = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.key, row]])));
  const now = folder.get().rows.map((row) => changed.get(row.key) ?? row);
  const added = [...changed.values()].filter(({ key }) => !there.has(key));
  changeFolder({ rows: [...now, ...added], others });
}

/** Matches a file again as if it were new, although it has been uploaded before. */
export async function bringAnew(key: string): Promise<void> {
  const row = rowOf(key);
  if (row === undefined) {
    return;
  }
  rememberChoice(key, { anew: true });
  const [match] = await ask([row.file]);
  if (match !== undefined) {
    changeRow(key, ({ sides }) => ({ ...rowFor(row.file, match), sides }));
  }
}

/** Checks whether a file has been uploaded, or a colleague has started, since it was matched. */
export async function lookAgain(row: Row): Promise<void> {
  const [match] = await ask([row.file], true).catch(() => []);
  if (match !== undefined && match.known !== null) {
    changeRow(row.key, { match, sent: rowFor(row.file, match).sent });
  }
}

/** Whether a file is not sent because it was uploaded before, or a colleague is uploading it. */
export const isKnown = ({ match, left }: Row): boolean => !left && (match.state === 'here' || isColleagues(match));
