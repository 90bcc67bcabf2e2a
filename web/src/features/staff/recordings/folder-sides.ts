// Uploads what belongs to the recordings of a folder: captions, chapters and slides.
import { api } from '@/shared/api/api';
import { ApiError } from '@/shared/api/errors';
import { sendFile } from '@/shared/api/fetch-file';
import { readChapters } from './chapter-lines';
import { fileText } from './file-text';
import { changeRow, rowOf, type Row } from './folder-store';

type Side = Row['sides'][number];

/** The language of captions; guessed from their text if the file name doesn't give it. */
async function languageOf({ match, file }: Side): Promise<string> {
  if (match.language !== '') {
    return match.language;
  }
  return /\p{Script=Han}/u.test(await fileText(file.file)) ? 'zh-CN' : 'en-US';
}

/** The result for a file. If it failed: the server's message, or the number of the invalid chapter line. */
type Outcome = Pick<Side, 'state' | 'reason' | 'wrong'>;

async function sendSide(row: Row, side: Side, lesson: string): Promise<Outcome> {
  const { file } = side.file;
  const asset = encodeURIComponent(row.sent.id);
  if (side.match.kind === 'captions') {
    const language = await languageOf(side);
    const label = encodeURIComponent(language === 'zh-CN' ? '\u4e2d\u6587' : 'English');
    const path = `/api/admin/media/${asset}/captions/${language}?label=${label}`;
    await sendFile('PUT', path, new Blob([file], { type: 'text/plain' }), { quiet: true });
  } else if (side.match.kind === 'chapters') {
    const read = readChapters(await fileText(file));
    if ('wrong' in read) {
      return { state: 'failed', wrong: read.wrong };
    }
    await api.put('/api/admin/media/{asset}/chapters', {
      path: { asset: row.sent.id },
      body: { chapters: read.chapters },
      quiet: true, // the row shows the error
    });
  } else {
    const form = new FormData();
    form.append('file', file);
    await sendFile('POST', `/api/admin/lessons/${encodeURIComponent(lesson)}/attachments`, form, {
      quiet: true,
    });
  }
  return { state: 'done' };
}

/** Whether the lesson has it already, so that dropping a folder again adds nothing twice. */
async function isThere(side: Side, lesson: string): Promise<boolean> {
  const { media, attachments } = await api.get('/api/lessons/{lesson}', { path: { lesson }, quiet: true });
  if (side.match.kind === 'slides') {
    return attachments.some(({ name }) => name === side.file.file.name);
  }
  if (side.match.kind === 'captions') {
    const wanted = await languageOf(side);
    return media?.captions.some(({ language }) => language === wanted) === true;
  }
  return (media?.chapters.length ?? 0) > 0;
}

/** Uploads a file unless an earlier drop of the folder has done so. */
async function bring(row: Row, side: Side, lesson: string, again: boolean): Promise<Outcome> {
  return again && (await isThere(side, lesson)) ? { state: 'done' } : sendSide(row, side, lesson);
}

let last: Promise<void> = Promise.resolve();

/** Uploads captions, chapters and slides once their recording has a lesson, one recording at a time. */
export function sendSides(key: string): Promise<void> {
  last = last.then(() => sendSidesOf(key)).catch(() => undefined); // each row shows its error
  return last;
}

async function sendSidesOf(key: string): Promise<void> {
  const row = rowOf(key);
  if (row === undefined || row.sent.state !== 'done' || row.sides.every(({ state }) => state !== 'waiting')) {
    return;
  }
  const again = row.match.state === 'here';
  const id = row.joined === '' ? row.sent.id : row.joined;
  const [recording] = id === '' ? [] : await api.get('/api/admin/media', { query: { id }, quiet: true });
  const lesson = recording?.lesson ?? row.match.known?.lesson ?? '';
  if (lesson === '') {
    return;
  }
  for (const side of row.sides) {
    if (side.state === 'waiting') {
      const outcome = await bring(row, side, lesson, again).catch((error: unknown): Outcome => ({
        state: 'failed',
        ...(error instanceof ApiError && { reason: error.message }),
      }));
      changeRow(key, ({ sides }) => ({
        sides: sides.map((one) => (one.file === side.file ? { ...one, ...outcome } : one)),
      }));
    }
  }
}
