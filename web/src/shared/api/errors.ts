/** Why a call failed. `unreachable` and `timeout` never got an answer. */
export type Reason = 'refused' | 'unauthorized' | 'unreachable' | 'timeout' | 'bad-answer';

/** One sentence for a person, and its code when the server gave one in brackets. */
export interface Complaint {
  text: string;
  code: string | null;
  /** As the server wrote it, the code included. */
  whole: string;
  /** It is the browser's own sentence: the server gave none. */
  own: boolean;
}

/** A sentence of our own, without a code. */
export function plain(text: string): Complaint {
  return { text, code: null, whole: text, own: true };
}

/** A call that failed. Its complaints are fit to be shown. */
export class ApiError extends Error {
  readonly reason: Reason;
  /** The HTTP or envelope status; 0 without an answer. */
  readonly status: number;
  readonly complaints: readonly Complaint[];
  /** Seconds the server asks us to wait, or null. */
  readonly retryAfter: number | null;

  constructor(reason: Reason, status: number, complaints: readonly Complaint[], retryAfter: number | null = null) {
    super(complaints.map(({ text }) => text).join(' ') || reason);
    this.name = 'ApiError';
    this.reason = reason;
    this.status = status;
    this.complaints = complaints;
    this.retryAfter = retryAfter;
  }

  /** The first complaint's code, such as account.bad_credentials. */
  get code(): string | null {
    return this.complaints[0]?.code ?? null;
  }
}

/** The HTTP status of a refusal; undefined for any other error. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.status : undefined;
}

/** The code of a refusal; undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? (error.code ?? undefined) : undefined;
}

/** A call that its caller gave up, or that an identical later one replaced. Nobody needs to hear of it. */
export class CancelledError extends Error {
  constructor() {
    super('cancelled');
    this.name = 'CancelledError';
  }
}

/** Splits the bracketed code off a server's sentence: '[account.bad_credentials] Wrong …'. */
export function toComplaint(text: string): Complaint {
  const match = /\[(?<code>[\w.-]+)\]\s*/u.exec(text);
  const rest = match === null ? text : text.replace(match[0], '').trim();
  return { text: rest === '' ? text : rest, code: match?.groups?.['code'] ?? null, whole: text, own: false };
}
