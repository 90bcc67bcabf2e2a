// Resumable uploads (tus 1.0): they survive a lost connection, a closed page and a server restart.
import type { DetailedError, HttpRequest, HttpResponse, Upload as TusUpload } from 'tus-js-client';
import { complaintsOf, isEnvelope } from '@/shared/api/envelope';
import { CancelledError } from '@/shared/api/errors';
import { events, onSessionEnd } from '@/shared/api/events';
import { signedHeaders } from '@/shared/api/fetch-file';
import { identity } from '@/shared/store/session';

/** Where a recording goes: an existing lesson, or a new one in a course. */
export type Target = (
  | { lesson: string }
  | { course: string; title: string; titleEn?: string; class?: string; beside?: 'true' }
  /** The place follows during or after the upload. */
  | { later: 'true' }
) & {
  /** Whether the lesson is published when the recording is ready. */
  publish?: 'true';
};

export interface Progress {
  state: 'sending' | 'paused' | 'done' | 'failed';
  sent: number;
  total: number;
  /** The error message; empty if there is none. */
  reason: string;
}

/** A running upload. */
export interface Sending {
  pause: () => void;
  resume: () => void;
  /** Stops it; the server discards what it has. */
  cancel: () => Promise<void>;
}

/** The message in an error response, with its code; undefined if there is none. */
export function reasonIn(body: string | undefined): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    const [first] = isEnvelope(parsed) ? complaintsOf(parsed.errors) : [];
    const code = first?.code ?? null;
    return code === null ? first?.text : `${first?.text ?? ''} [${code}]`;
  } catch {
    return undefined;
  }
}

/** Whether a retry may help: not after the server has refused. */
export function mayRetry(status: number | undefined): boolean {
  return status === undefined || status === 0 || status === 423 || status === 429 || status === 409 || status >= 500;
}

/** If a server can't tell how much has arrived, tus-js-client starts again; an error makes it ask again instead. */
function checkAnswer(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() === 'HEAD' && (status === 429 || status >= 500)) {
    throw new Error('nobody can say how much has arrived');
  }
}

const pieces = 16 * 1024 * 1024;

const statusOf = (error: DetailedError): number | undefined => error.originalResponse?.getStatus();

/** What is known about a file of a folder. */
interface Known {
  modified: string;
  fingerprint: string;
  /** The id of this file's earlier upload on the server; empty for none. */
  upload: string;
  onUpload: (id: string) => void;
}

const endpoint = '/api/admin/uploads';

/** How an upload from a folder resumes: the server recognizes the file, so this browser needn't remember it. */
function resumedBy(known: Known | undefined, address: () => string | null) {
  return known === undefined
    ? {}
    : {
        ...(known.upload !== '' && { uploadUrl: `${endpoint}/${known.upload}` }),
        storeFingerprintForResuming: false,
        onUploadUrlAvailable: () => known.onUpload(address()?.split('/').at(-1) ?? ''),
      };
}

const aboutOf = (known: Known | undefined): Record<string, string> =>
  known === undefined ? {} : { modified: known.modified, fingerprint: known.fingerprint };

/** The uploads of this session. They stop when it ends; the server keeps what has arrived. */
const running = new Set<TusUpload>();

onSessionEnd(() => {
  running.forEach((upload) => void upload.abort());
  running.clear();
});

const controlsOf = (upload: TusUpload, change: (part: Partial<Progress>) => void): Sending => ({
  pause: () => {
    void upload.abort();
    change({ state: 'paused' });
  },
  resume: () => {
    upload.start();
    change({ state: 'sending', reason: '' });
  },
  cancel: async () => {
    await upload.abort(true).catch(() => undefined);
  },
});

/** Uploads a file, resuming an earlier upload of the same file to the same place. */
export async function send(
  file: File,
  target: Target,
  onChange: (progress: Progress) => void,
  failure: string,
  known?: Known,
): Promise<Sending> {
  const person = identity.get();
  const { Upload } = await import('tus-js-client');
  let now: Progress = { state: 'sending', sent: 0, total: file.size, reason: '' };
  const change = (part: Partial<Progress>): void => {
    now = { ...now, ...part };
    onChange(now);
  };
  const upload: TusUpload = new Upload(file, {
    endpoint,
    ...resumedBy(known, () => upload.url),
    chunkSize: pieces,
    retryDelays: [0, 1000, 3000, 5000, 10_000, 20_000, 30_000],
    metadata: { filename: file.name, ...target, ...aboutOf(known) },
    removeFingerprintOnSuccess: true,
    fingerprint: async () => ['lectern', file.name, file.size, file.lastModified, JSON.stringify(target)].join('-'),
    // Each request is signed, like all calls.
    onBeforeRequest: async (request) => {
      (await signedHeaders()).forEach((value, name) => {
        if (name !== 'accept') {
          request.setHeader(name, value);
        }
      });
    },
    onAfterResponse: checkAnswer,
    onShouldRetry: (error) => mayRetry(statusOf(error)),
    onProgress: (sent, total) => change({ sent, total }),
    onSuccess: () => {
      running.delete(upload);
      change({ state: 'done', sent: file.size });
    },
    onError: (error) => {
      const answer = 'originalResponse' in error ? error.originalResponse : null;
      if (answer?.getStatus() === 401) {
        events.emit('unauthorized');
      }
      change({ state: 'failed', reason: reasonIn(answer?.getBody()) ?? failure });
    },
  });
  const [earlier] = known === undefined ? await upload.findPreviousUploads() : [];
  if (identity.get() !== person) {
    throw new CancelledError(); // logged out since then
  }
  if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
  running.add(upload);
  upload.start();
  change({});
  return controlsOf(upload, change);
}
