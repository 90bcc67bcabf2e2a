import { api } from '@/shared/api/api';
import { ApiError } from '@/shared/api/errors';
import { shrinkPicture } from '@/shared/ui/shrink-picture';
import type { StaffRecord, StudentItem } from './queries';

export async function sendPhoto(student: string, photo: Blob, quiet: boolean): Promise<StaffRecord> {
  const body = new FormData();
  body.append('file', photo);
  // A photo may have 2 MB, which takes a while on a bad connection.
  const call = { path: { student }, body, quiet, timeout: 60_000 };
  const { data } = await api.put('/api/admin/students/{student}/photo', call);
  return data;
}

interface Matched {
  file: File;
  student: StudentItem;
}

/**
 * A file that was not uploaded: no student has its number, an earlier file has the same one, or the server refused it.
 */
export interface LeftOut {
  name: string;
  why: 'unknown' | 'twice' | { message: string };
}

export interface Matches {
  matched: readonly Matched[];
  leftOut: readonly LeftOut[];
}

/** Called after each file; stops if it returns true. */
type Step = (done: number) => boolean;

/** The file name without its extension is the student number. */
const numberOf = (file: File): string => file.name.replace(/\.[^.]*$/u, '').trim();

async function findStudent(number: string): Promise<StudentItem | undefined> {
  if (number === '') {
    return undefined;
  }
  const { items } = await api.get('/api/admin/students', {
    query: { search: number.slice(0, 100), size: 200 },
    quiet: true,
  });
  return items.find(({ studentNumber }) => studentNumber.toLowerCase() === number.toLowerCase());
}

/** Finds the student of each file. */
export async function matchPhotos(files: readonly File[], step: Step): Promise<Matches> {
  const matched: Matched[] = [];
  const leftOut: LeftOut[] = [];
  for (const [at, file] of files.entries()) {
    // One after the other: a hundred requests at once would be rate limited.
    const student = await findStudent(numberOf(file));
    if (student === undefined) {
      leftOut.push({ name: file.name, why: 'unknown' });
    } else if (matched.some((one) => one.student.id === student.id)) {
      leftOut.push({ name: file.name, why: 'twice' });
    } else {
      matched.push({ file, student });
    }
    if (step(at + 1)) {
      break;
    }
  }
  return { matched, leftOut };
}

/** Retries of an upload when the server asks to wait. */
const tries = 5;

async function send({ file, student }: Matched): Promise<LeftOut | undefined> {
  const photo = await shrinkPicture(file, 'portrait');
  for (let left = tries; ; left -= 1) {
    try {
      await sendPhoto(student.id, photo, true);
      return undefined;
    } catch (error) {
      const wait = error instanceof ApiError ? error.retryAfter : null;
      if (wait === null || left === 0) {
        return { name: file.name, why: { message: error instanceof Error ? error.message : String(error) } };
      }
      await new Promise((done) => {
        setTimeout(done, wait * 1000);
      });
    }
  }
}

/** Uploads photos one after the other and returns those that failed. */
export async function sendPhotos(matched: readonly Matched[], step: Step): Promise<readonly LeftOut[]> {
  const failed: LeftOut[] = [];
  for (const [at, one] of matched.entries()) {
    const problem = await send(one);
    if (problem !== undefined) {
      failed.push(problem);
    }
    if (step(at + 1)) {
      break;
    }
  }
  return failed;
}
