// Uploads in pieces (tus 1.0): they survive a lost connection, a closed page and a restart of the server.
import type { DetailedError, HttpRequest, HttpResponse, Upload as TusUpload } from 'tus-js-client';
import { complaintsOf, isEnvelope } from '@/shared/api/envelope';
import { events } from '@/shared/api/events';
import { signedHeaders } from '@/shared/api/fetch-file';

/** Where a recording goes: a lesson that exists, or a new one of a course. */
export type Target = (
  | { lesson: string }
  | { course: string; title: string; class?: string; beside?: 'true' }
  /** It gets its place while it is on its way, or after. */
  | { later: 'true' }
) & {
  /** Whether the lesson is published when the recording is ready. */
  publish?: 'true';
};

/** How an upload stands. */
export interface Progress {
  state: 'sending' | 'paused' | 'done' | 'failed';
  sent: number;
  total: number;
  /** What went wrong, in words; empty otherwise. */
  reason: string;
}

/** One upload under way. */
export interface Sending {
  pause: () => void;
  resume: () => void;
  /** Stops it and lets the server forget what it has. */
  cancel: () => Promise<void>;
}

/** The sentence in a refusal of the server, its code behind it, or undefined when there is none. */
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

/** Whether waiting and trying again may help: not when the server has refused. */
export function mayRetry(status: number | undefined): boolean {
  return status === undefined || status === 0 || status === 423 || status === 429 || status === 409 || status >= 500;
}

/** When a server cannot say how much has arrived, the library begins anew; an error makes it ask again. */
function checkAnswer(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() === 'HEAD' && (status === 429 || status >= 500)) {
    throw new Error('nobody can say how much has arrived');
  }
}

const pieces = 16 * 1024 * 1024;

const statusOf = (error: DetailedError): number | undefined => error.originalResponse?.getStatus();

/** What is known of a file of a folder. */
interface Known {
  modified: string;
  fingerprint: string;
  /** An upload of this file that the server has begun; empty: none. */
  upload: string;
  onUpload: (id: string) => void;
}

const endpoint = '/api/admin/uploads';

/** How a file of a folder is resumed: the server knows it again, and this browser need not remember it. */
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

/** Sends a file, going on with an earlier upload of the same file to the same place when there is one. */
export async function send(
  file: File,
  target: Target,
  onChange: (progress: Progress) => void,
  failure: string,
  known?: Known,
): Promise<Sending> {
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
    // Each request carries the caller and a signature of its own, as every call does.
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
    onSuccess: () => change({ state: 'done', sent: file.size }),
    onError: (error) => {
      const answer = 'originalResponse' in error ? error.originalResponse : null;
      if (answer?.getStatus() === 401) {
        events.emit('unauthorized');
      }
      change({ state: 'failed', reason: reasonIn(answer?.getBody()) ?? failure });
    },
  });
  const [earlier] = known === undefined ? await upload.findPreviousUploads() : [];
  if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
  upload.start();
  change({});
  return {
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
  };
}
