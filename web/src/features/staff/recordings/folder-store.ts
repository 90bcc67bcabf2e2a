// The folder that is being brought in. It outlives the page: uploads go on while staff look elsewhere in the portal.
import { api } from '@/shared/api/api';
import { createValue } from '@/shared/store/value';
import { choiceOf, forgetChoices, rememberChoice } from './folder-choices';
import type { Described } from './folder-files';
import type { Match, Place } from './queries';

/** How the upload of a file stands. */
interface Sent {
  state: 'waiting' | 'sending' | 'paused' | 'failed' | 'done';
  bytes: number;
  /** What went wrong, in words. */
  reason: string;
  /** Of the upload, and of the recording that becomes of it. */
  id: string;
}

/** One recording of the folder with what goes with it. */
export interface Row {
  key: string;
  file: Described;
  match: Match;
  /** Where a person wants it; null while nobody has said so. */
  place: Place | null;
  /** The row that it may be a further part of; empty: none. */
  partOf: string;
  /** The row that it is joined with; empty: none. */
  joinTo: string;
  /** Where it is played among the parts, from 1. */
  order: number;
  /** The recording that it is a part of, once the server knows; empty: none. */
  joined: string;
  /** Candidate that is marked, from 0. */
  marked: number;
  left: boolean;
  sent: Sent;
  /** Captions, chapters and slides. */
  sides: {
    file: Described;
    match: Match;
    state: 'waiting' | 'done' | 'failed';
    /** Why it failed: the server's sentence, or the line that is no chapter. */
    reason?: string;
    wrong?: number;
  }[];
}

/** The whole folder. */
export interface Folder {
  rows: readonly Row[];
  /** Files that belong to no recording. */
  others: readonly { file: Described; reason: string }[];
  phase: 'none' | 'reading' | 'there';
  paused: boolean;
  /** When sending began and how much was there then, for what is left. */
  since: { at: number; bytes: number };
}

const nothing: Folder = {
  rows: [],
  others: [],
  phase: 'none',
  paused: false,
  since: { at: 0, bytes: 0 },
};

export const folder = createValue<Folder>(nothing);

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

/** The name of its file, without the folders. */
export const nameOf = ({ file }: Row): string => file.path.split('/').at(-1) ?? file.path;

/** A further part that is joined unless somebody chooses otherwise. */
export const isProposed = ({ match, place, left, partOf, joinTo }: Row): boolean =>
  match.join && partOf !== '' && joinTo === '' && place === null && !left;

/** Whether a person should look at a row before it goes anywhere. */
export const needsLook = (row: Row): boolean =>
  !row.left &&
  row.place === null &&
  row.joinTo === '' &&
  !isProposed(row) &&
  !['sure', 'here', 'twice'].includes(row.match.state);

/** Whether its bytes are to be sent. */
export const isNew = ({ match, left }: Row): boolean =>
  !left && match.state !== 'here' && match.state !== 'twice' && !isColleagues(match);

/** A colleague is bringing this very file in. */
const isColleagues = ({ known }: Match): boolean => known !== null && !known.mine && known.asset === '';

/** A place as the server is told it. */
export const placed = ({ lesson, course, title, class: held, beside }: Place) =>
  lesson === '' ? { course, title, ...(held !== '' && { class: held }), ...(beside && { beside: true }) } : { lesson };

const ask = (files: readonly Described[], quiet = false): Promise<Match[]> =>
  api.post('/api/admin/recordings/match', {
    quiet,
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
  // It may have arrived and belong to no lesson: then only its place is missing.
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

/** How many files the server matches together. */
export const mostFiles = 3000;

/** The rows that are there, with what the server has of them by now, and a new one for each other recording. */
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

/** Further parts that can be joined with their first. */
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
 * Asks about files and adds those that are not in the folder yet. They may go with what is there: all are
 * asked about together.
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

/** Brings a file in although the portal has it: asks again where it belongs, as if it were new. */
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

/** Looks whether the portal has got a file, or a colleague has begun it, since it was matched. */
export async function lookAgain(row: Row): Promise<void> {
  const [match] = await ask([row.file], true).catch(() => []);
  if (match !== undefined && match.known !== null) {
    changeRow(row.key, { match, sent: rowFor(row.file, match).sent });
  }
}

/** Whether a file is not sent because the portal has it, or a colleague is bringing it in. */
export const isKnown = ({ match, left }: Row): boolean => !left && (match.state === 'here' || isColleagues(match));
