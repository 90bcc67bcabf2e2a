// Sends what belongs to the recordings of a folder: captions, chapters and slides.
import { api } from '@/shared/api/api';
import { sendFile } from '@/shared/api/fetch-file';
import { readChapters } from './chapter-lines';
import type { Row } from './folder-store';
import { changeRow, rowOf } from './folder-store';

type Side = Row['sides'][number];

/** Of captions whose name says no language it is told by their text. */
async function languageOf({ match, file }: Side): Promise<string> {
  if (match.language !== '') {
    return match.language;
  }
  return /\p{Script=Han}/u.test(await file.file.text()) ? 'zh-CN' : 'en-US';
}

async function sendSide(row: Row, side: Side, lesson: string): Promise<void> {
  const { file } = side.file;
  const asset = encodeURIComponent(row.sent.id);
  if (side.match.kind === 'captions') {
    const language = await languageOf(side);
    const path = `/api/admin/media/${asset}/captions/${language}?label=${encodeURIComponent(language === 'zh-CN' ? '\u4e2d\u6587' : 'English')}`;
    await sendFile('PUT', path, new Blob([file], { type: 'text/plain' }));
  } else if (side.match.kind === 'chapters') {
    const read = readChapters(await file.text());
    if ('wrong' in read) {
      throw new Error(`line ${read.wrong}`);
    }
    await api.put('/api/admin/media/{asset}/chapters', {
      path: { asset: row.sent.id },
      body: { chapters: read.chapters },
    });
  } else {
    const form = new FormData();
    form.append('file', file);
    await sendFile('POST', `/api/admin/lessons/${encodeURIComponent(lesson)}/attachments`, form);
  }
}

/** What a lesson has already, so that a folder that is dropped again adds nothing twice. */
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

/** Sends captions, chapters and slides after their recording, once it has its lesson. */
export async function sendSides(key: string): Promise<void> {
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
      let state: 'done' | 'failed' = 'done';
      try {
        // oxlint-disable-next-line no-await-in-loop
        if (!(again && (await isThere(side, lesson)))) {
          // oxlint-disable-next-line no-await-in-loop
          await sendSide(row, side, lesson);
        }
      } catch {
        state = 'failed';
      }
      changeRow(key, ({ sides }) => ({
        sides: sides.map((one) => (one.file === side.file ? { ...one, state } : one)),
      }));
    }
  }
}
