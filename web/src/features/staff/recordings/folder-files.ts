// Reads what can be known of files before they are uploaded.

/** A file with its path in the folder. */
export interface FolderFile {
  path: string;
  file: File;
}

/** What the server needs to match a file. */
export interface Described extends FolderFile {
  /** In seconds; 0 if the browser can't tell. */
  length: number;
  /** Empty without TLS, because browsers then offer no hash. */
  fingerprint: string;
  /** A video in which the browser found no picture. */
  blank: boolean;
}

const filesIn = (entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => {
    const reader = entry.createReader();
    const all: FileSystemEntry[] = [];
    // `readEntries` returns up to a hundred entries per call, and none at the end.
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

async function walk(entry: FileSystemEntry, folder: string): Promise<FolderFile[]> {
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

/**
 * All dropped files, including those in folders. Call it inside the event handler; later the browser has let go of
 * them.
 */
export async function droppedFiles(data: DataTransfer): Promise<FolderFile[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.some((entry) => entry !== null)) {
    return (await Promise.all(entries.map(async (entry) => (entry === null ? [] : walk(entry, ''))))).flat();
  }
  return chosenFiles([...data.files]);
}

/** The chosen files; those of a folder have their path in it. */
export function chosenFiles(files: readonly File[]): FolderFile[] {
  return files
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !path.split('/').some((part) => part.startsWith('.')));
}

const hashed = 64 * 1024;

/** SHA-256 of the first and last 64 KiB, as the server computes it. */
async function fingerprintOf(file: File): Promise<string> {
  // Missing without TLS.
  if (globalThis.crypto?.subtle === undefined) {
    return '';
  }
  const ends = new Blob([file.slice(0, hashed), file.slice(Math.max(0, file.size - hashed))]);
  const hash = await crypto.subtle.digest('SHA-256', await ends.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Milliseconds until the browser gives up on a file. */
const readTimeout = 4000;

/** The length of a recording and whether it has no picture, if the browser can play it. */
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
    setTimeout(unknown, readTimeout);
    film.src = address;
  }).finally(() => {
    film.removeAttribute('src');
    URL.revokeObjectURL(address);
  });
}

/** What the server matches as a recording. */
const film = /\.(?:mp4|m4v|mov|mkv|webm|m?ts|m2ts|avi|flv|wmv|mpe?g|3gp|mp3|m4a|wav|aac|flac|ogg)$/iu;

/** Describes a few files at a time, since each is read from disk. */
export async function describeFiles(found: readonly FolderFile[]): Promise<Described[]> {
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
