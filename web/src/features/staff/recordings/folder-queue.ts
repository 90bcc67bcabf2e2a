// Uploads the recordings of a folder, three at a time, and tells the server where they go.
import { api } from '@/shared/api/api';
import { onSessionEnd } from '@/shared/api/events';
import { forgetPlace, rememberChoice } from './folder-choices';
import { hasBegun, joinedRows, joinParts, leavePart, proposedParts, readyToJoin, shiftPart } from './folder-join';
import { sendSides } from './folder-sides';
import { bringAnew, changeFolder, changeRow, folder, isNew, lookAgain, rowOf, type Row } from './folder-store';
import { placed, type Chosen } from './places';
import { send, type Progress, type Sending, type Target } from './uploads';

const atOnce = 3;
const sendings = new Map<string, Sending>();
/** Rows whose upload is starting and has no Sending yet. */
const beginning = new Set<string>();

onSessionEnd(() => {
  sendings.clear();
  beginning.clear();
});

let failure = '';
let readAnew = (): void => undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Delay in ms before the list is fetched again: many small files may arrive within a second. */
const pause = 1000;

function onArrived(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    readAnew();
  }, pause);
}

/** Sets the error text for a lost connection and the callback for finished uploads. */
export function prepareQueue(words: string, arrived: () => void): void {
  failure = words;
  readAnew = arrived;
}

export const sentBytes = (rows: readonly Row[]): number =>
  rows.filter(isNew).reduce((sum, { sent }) => sum + sent.bytes, 0);

/** A place in the form that a new upload takes, with text values only. */
const begunAt = ({ course, title, titleEn, class: classId, publish }: Chosen): Target => ({
  course,
  title,
  ...(titleEn !== '' && { titleEn }),
  ...(classId !== '' && { class: classId }),
  ...(publish === true && { publish: 'true' }),
});

/** Whether the server has to be asked about a place before an upload goes there: something may be there already. */
const needsMove = ({ lesson, beside }: Chosen): boolean => lesson !== '' || beside;

/** The client has already shown the error. Dropping the same folder again uploads what is missing. */
const ignoreError = (): void => undefined;

/** Joins rows into one recording once each has an upload. */
async function join(row: Row): Promise<void> {
  const ready = readyToJoin(row);
  if (ready === null) {
    return;
  }
  const parts = ready.parts.map(({ sent }) => sent.id);
  const { asset } = await api.post('/api/admin/recordings/join', {
    body: { parts, ...placed({ ...ready.place, hide: false }) },
  });
  for (const { key } of ready.parts) {
    changeRow(key, { joined: asset });
    void sendSides(key);
  }
  onArrived();
}

/**
 * Sends the server the places of rows that have an upload. A refusal is shown in the row, where another can be chosen.
 */
async function settle(keys: readonly string[]): Promise<void> {
  const all = keys.map(rowOf).filter((row) => row !== undefined);
  const groups = new Map(all.filter((row) => joinedRows(row).length > 1).map((row) => [joinedRows(row)[0]?.key, row]));
  await Promise.all([...groups.values()].map(async (row) => join(row).catch(ignoreError)));
  const rows = all.filter((row) => joinedRows(row).length === 1 && row.sent.id !== '' && row.place !== null);
  if (rows.length === 0) {
    return;
  }
  const others = rows.filter(({ place }) => place?.replace === undefined);
  for (let from = 0; from < others.length; from += movesAtOnce) {
    await move(others.slice(from, from + movesAtOnce));
  }
  for (const row of rows.filter((one) => !others.includes(one))) {
    await move([row]); // the server replaces recordings only one at a time
  }
  onArrived();
}

/** Rows per request: each is a transaction. */
const movesAtOnce = 200;

async function move(rows: readonly Row[]): Promise<void> {
  const moves = rows.flatMap((row) => (row.place === null ? [] : [{ id: row.sent.id, ...placed(row.place) }]));
  const { left } = await api.post('/api/admin/recordings/move', { body: { moves } }).catch((error: unknown) => {
    rows.forEach(({ key }) => changeRow(key, { place: null })); // the server doesn't have it
    throw error;
  });
  for (const row of rows) {
    const refused = left.find(({ asset }) => asset === row.sent.id);
    forgetPlace(row.key);
    if (refused !== undefined) {
      changeRow(row.key, ({ sent }) => ({ place: null, sent: { ...sent, reason: refused.text } }));
    } else if (row.sent.state === 'done') {
      void sendSides(row.key);
    }
  }
}

/**
 * Sets where rows go, when chosen one by one or all sure matches at once. Parts that are certain to belong to a row
 * follow it.
 */
export function confirm(chosen: readonly { key: string; place: Chosen }[]): Promise<void> {
  const { show } = folder.get();
  for (const { key, place: at } of chosen) {
    const place = { ...at, ...(show === 'now' && { publish: true }), ...(show === 'hidden' && { hide: true }) };
    rememberChoice(key, { place });
    changeRow(key, ({ sent }) => ({ place, joinTo: '', joined: '', sent: { ...sent, reason: '' } }));
  }
  const keys = chosen.map(({ key }) => key);
  const parts = proposedParts(folder.get().rows, keys);
  joinParts(parts);
  return settle([...keys, ...parts.map(({ key }) => key)]);
}

/** Joins a row with the recording it is a part of. */
export function confirmJoin(row: Row): Promise<void> {
  joinParts([row]);
  return settle([row.key]);
}

/** Moves a part one position earlier or later, even after the server has joined it. */
export function reorder(row: Row, by: -1 | 1): Promise<void> {
  shiftPart(row.key, by);
  return settle([row.key]);
}

function follow(key: string, progress: Progress): void {
  const { state, sent: bytes, reason } = progress;
  changeRow(key, ({ sent }) => ({ sent: { ...sent, state, bytes, reason } }));
  if (state === 'done') {
    sendings.delete(key);
    onArrived();
    void sendSides(key);
  }
  if (state === 'done' || state === 'failed') {
    pump();
  }
}

/** Starts an upload, unless the file has been uploaded in the meantime, by anyone. */
async function begin({ key, sent: { id } }: Row, justMatched: boolean): Promise<void> {
  beginning.add(key);
  const waited = rowOf(key);
  if (waited !== undefined && id === '' && !justMatched) {
    await lookAgain(waited);
  }
  const row = rowOf(key);
  if (row === undefined || !isNew(row) || row.sent.state === 'done' || folder.get().paused) {
    beginning.delete(key);
    pump();
    void sendSides(key);
    return;
  }
  const { place } = row;
  // Then the upload is created without a place.
  const later = joinedRows(row).length > 1 || (place !== null && needsMove(place));
  changeRow(key, ({ sent }) => ({ sent: { ...sent, state: 'sending' } }));
  const sending = await send(
    row.file.file,
    place === null || later ? { later: 'true' } : begunAt(place),
    (progress) => follow(key, progress),
    failure,
    {
      modified: String(row.file.file.lastModified),
      fingerprint: row.file.fingerprint,
      upload: row.sent.id,
      onUpload: (id) => {
        changeRow(key, ({ sent }) => ({ sent: { ...sent, id } }));
        const now = rowOf(key);
        if (now?.place === place) {
          forgetPlace(key); // it is stored with the upload
        }
        if (now !== undefined && now.joined === '' && (now.place !== place || later || joinedRows(now).length > 1)) {
          void settle([key]); // it may have been chosen while the upload was starting, or other parts waited for it
        }
      },
    },
  );
  beginning.delete(key);
  sendings.set(key, sending);
  // While the upload was being created, it may have been left out, or all uploads paused.
  const created = rowOf(key);
  if (created?.left === true && created.sent.state !== 'done') {
    leaveOut(key);
  } else if (created?.sent.state === 'sending' && folder.get().paused) {
    sending.pause();
  }
}

/** Makes an upload that failed to start available for another try. */
function notBegun(key: string): void {
  beginning.delete(key);
  changeRow(key, ({ sent }) => ({ sent: { ...sent, state: 'failed' } }));
}

/** Starts uploads until three are running. */
export function pump(justMatched = false): void {
  const { rows, paused, since } = folder.get();
  if (paused) {
    return;
  }
  const under = rows.filter(({ sent, key }) => sent.state === 'sending' || beginning.has(key)).length;
  const waiting = rows.filter((row) => isNew(row) && row.sent.state === 'waiting' && !beginning.has(row.key));
  // Parts of recordings that have started come first: the server joins them once it has all.
  const next = [...waiting.filter(hasBegun), ...waiting.filter((row) => !hasBegun(row))];
  if (under === 0 && next.length > 0 && since.at === 0) {
    changeFolder({ since: { at: Date.now(), bytes: sentBytes(rows) } });
  }
  next.slice(0, Math.max(0, atOnce - under)).forEach((row) => {
    begin(row, justMatched).catch(() => notBegun(row.key));
  });
}

/** Pauses all uploads. The server keeps what has arrived. */
export function pauseAll(): void {
  sendings.forEach((sending) => sending.pause());
  changeFolder({
    paused: true,
    since: { at: 0, bytes: 0 },
    rows: folder
      .get()
      .rows.map((row) => (row.sent.state === 'sending' ? { ...row, sent: { ...row.sent, state: 'paused' } } : row)),
  });
}

/** Uploads a file even though it was uploaded before, or a colleague is uploading it. */
export async function sendAnew(key: string): Promise<void> {
  await bringAnew(key);
  pump(true);
}

export function resumeAll(): void {
  const { rows } = folder.get();
  changeFolder({ paused: false, since: { at: Date.now(), bytes: sentBytes(rows) } });
  for (const { key, sent } of rows) {
    if (sent.state === 'paused') {
      sendings.get(key)?.resume();
    }
  }
  pump();
}

/** Resumes an upload that stopped. */
export function retry(key: string): void {
  const sending = sendings.get(key);
  if (sending === undefined) {
    changeRow(key, ({ sent }) => ({ sent: { ...sent, state: 'waiting', reason: '' } }));
    pump();
  } else {
    sending.resume();
  }
}

export function sendFirst(key: string): void {
  const { rows } = folder.get();
  changeFolder({
    rows: [...rows.filter((row) => row.key === key), ...rows.filter((row) => row.key !== key)],
  });
}

/** Skips a file; the server discards what it has of it, unless the upload is complete. */
export function leaveOut(key: string): void {
  const row = rowOf(key);
  if (row === undefined) {
    return;
  }
  const others = leavePart(row);
  if (row.sent.state !== 'done') {
    void sendings.get(key)?.cancel();
    sendings.delete(key);
  }
  void settle(others.slice(0, 1).map((one) => one.key)); // the other parts are joined without it
  pump();
}

/** Whether leaving the page would interrupt an upload. */
export const isSending = (): boolean => folder.get().rows.some(({ sent }) => sent.state === 'sending');
