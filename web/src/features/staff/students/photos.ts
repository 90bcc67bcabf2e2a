import { api } from '@/shared/api/api';
import { ApiError } from '@/shared/api/errors';
import { shrinkPicture } from '@/shared/ui/shrink-picture';
import type { StaffRecord, StudentItem } from './queries';

/** Sends a photo for a student's record. */
export async function sendPhoto(student: string, photo: Blob, quiet: boolean): Promise<StaffRecord> {
  const body = new FormData();
  body.append('file', photo);
  // It may be two megabytes, which take their time on a bad connection.
  const call = { path: { student }, body, quiet, timeout: 60_000 };
  const { data } = await api.put('/api/admin/students/{student}/photo', call);
  return data;
}

/** A file and whose photo it is. */
interface Matched {
  file: File;
  student: StudentItem;
}

/**
 * A file that is not sent, or could not be: no student has its number, an earlier file has it too, or the
 * server says why.
 */
export interface LeftOut {
  name: string;
  why: 'unknown' | 'twice' | { said: string };
}

export interface Matches {
  matched: readonly Matched[];
  leftOut: readonly LeftOut[];
}

/** Told after each file; answering true stops. */
type Step = (done: number) => boolean;

/** The student number that a file is named by. */
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

/** Finds out whose photos the files are, one after the other. */
export async function matchPhotos(files: readonly File[], step: Step): Promise<Matches> {
  const matched: Matched[] = [];
  const leftOut: LeftOut[] = [];
  for (const [at, file] of files.entries()) {
    // One after the other: a hundred requests at once would be refused.
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

/** How often a photo is sent again when the server asks to wait. */
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
        return { name: file.name, why: { said: error instanceof Error ? error.message : String(error) } };
      }
      await new Promise((done) => {
        setTimeout(done, wait * 1000);
      });
    }
  }
}

/** Sends photos one after the other and answers what failed; one that fails keeps none of the others. */
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
