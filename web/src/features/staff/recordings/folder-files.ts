// What can be known of files before a byte of them is sent.

/** A file with the folders it lies in. */
export interface Found {
  path: string;
  file: File;
}

/** What is sent about a file to have it matched. */
export interface Described extends Found {
  /** In seconds; 0 where the browser cannot tell. */
  length: number;
  /** Empty where the browser offers no hash, which is where the portal has no TLS. */
  fingerprint: string;
  /** A film whose picture the browser looked for and did not find. */
  blank: boolean;
}

const filesIn = (entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => {
    const reader = entry.createReader();
    const all: FileSystemEntry[] = [];
    // A reader hands out a hundred at a time, and none when it is through.
    const next = (): void =>
      reader.readEntries((some) => {
        if (some.length === 0) {
          resolve(all);
        } else {
          all.push(...some);
          next();
        }
      }, reject);
    next();
  });

async function walk(entry: FileSystemEntry, folder: string): Promise<Found[]> {
  if (entry.name.startsWith('.')) {
    return [];
  }
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
  if (entry.isDirectory) {
    const inside = await filesIn(entry as FileSystemDirectoryEntry);
    return (await Promise.all(inside.map((one) => walk(one, path)))).flat();
  }
  const file = await new Promise<File>((resolve, reject) => {
    (entry as FileSystemFileEntry).file(resolve, reject);
  });
  return [{ path, file }];
}

/** Everything that was dropped, folders with all that is in them. It must be called while the event is handled. */
export async function droppedFiles(data: DataTransfer): Promise<Found[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.some((entry) => entry !== null)) {
    return (await Promise.all(entries.map(async (entry) => (entry === null ? [] : walk(entry, ''))))).flat();
  }
  return chosenFiles([...data.files]);
}

/** Files that were chosen; of a folder they know where they lie. */
export function chosenFiles(files: readonly File[]): Found[] {
  return files
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !path.split('/').some((part) => part.startsWith('.')));
}

const hashed = 64 * 1024;

/** SHA-256 of the first and the last 64 KiB, as the server has it. */
async function fingerprintOf(file: File): Promise<string> {
  // Absent without TLS.
  if (globalThis.crypto?.subtle === undefined) {
    return '';
  }
  const ends = new Blob([file.slice(0, hashed), file.slice(Math.max(0, file.size - hashed))]);
  const hash = await crypto.subtle.digest('SHA-256', await ends.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** How long a browser may look at one file. */
const patience = 4000;

/** How long a recording is and whether it has a picture, where the browser can play it. */
function lookInside(file: File): Promise<{ length: number; blank: boolean }> {
  const film = document.createElement('video');
  const address = URL.createObjectURL(file);
  return new Promise<{ length: number; blank: boolean }>((resolve) => {
    const unknown = (): void => resolve({ length: 0, blank: false });
    film.preload = 'metadata';
    film.addEventListener('loadedmetadata', () => {
      const length = Number.isFinite(film.duration) ? film.duration : 0;
      resolve({ length, blank: film.videoWidth === 0 && file.type.startsWith('video/') });
    });
    film.addEventListener('error', unknown);
    setTimeout(unknown, patience);
    film.src = address;
  }).finally(() => {
    film.removeAttribute('src');
    URL.revokeObjectURL(address);
  });
}

/** What the server matches as a recording. */
const film = /\.(?:mp4|m4v|mov|mkv|webm|m?ts|m2ts|avi|flv|wmv|mpe?g|3gp|mp3|m4a|wav|aac|flac|ogg)$/iu;

/** Describes files a few at a time, because each is read from the disk. */
export async function describeFiles(found: readonly Found[]): Promise<Described[]> {
  const out: Described[] = [];
  for (let from = 0; from < found.length; from += 8) {
    const some = await Promise.all(
      found.slice(from, from + 8).map(async (one) => {
        const isFilm = film.test(one.path);
        const inside = isFilm ? await lookInside(one.file) : { length: 0, blank: false };
        return { ...one, ...inside, fingerprint: isFilm ? await fingerprintOf(one.file) : '' };
      }),
    );
    out.push(...some);
  }
  return out;
}
