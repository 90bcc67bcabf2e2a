/** Why a call failed. With `unreachable` and `timeout` there was no answer. */
export type Reason = 'refused' | 'unauthorized' | 'unreachable' | 'timeout' | 'bad-answer';

/** An error text for users, and its code if the server sent one in brackets. */
export interface Complaint {
  text: string;
  code: string | null;
  /** The server's text including the code. */
  whole: string;
  /** Whether it is the browser's own text because the server sent none. */
  own: boolean;
}

/** A client-side error text, without a code. */
export function plain(text: string): Complaint {
  return { text, code: null, whole: text, own: true };
}

/** A failed call. Its complaints can be shown to users. */
export class ApiError extends Error {
  readonly reason: Reason;
  /** The HTTP or envelope status; 0 without an answer. */
  readonly status: number;
  readonly complaints: readonly Complaint[];
  /** Seconds that the server asks to wait, or null. */
  readonly retryAfter: number | null;

  constructor(reason: Reason, status: number, complaints: readonly Complaint[], retryAfter: number | null = null) {
    super(complaints.map(({ text }) => text).join(' ') || reason);
    this.name = 'ApiError';
    this.reason = reason;
    this.status = status;
    this.complaints = complaints;
    this.retryAfter = retryAfter;
  }

  /** The code of the first complaint, such as account.bad_credentials. */
  get code(): string | null {
    return this.complaints[0]?.code ?? null;
  }
}

/** The HTTP status of a failed call; undefined for other errors. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.status : undefined;
}

/** The code of a failed call; undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? (error.code ?? undefined) : undefined;
}

/** A call that was cancelled by its caller or replaced by a later identical one. Not reported to users. */
export class CancelledError extends Error {
  constructor() {
    super('cancelled');
    this.name = 'CancelledError';
  }
}

/** Separates the bracketed code from a server's text: '[account.bad_credentials] Wrong …'. */
export function toComplaint(text: string): Complaint {
  const match = /\[(?<code>[\w.-]+)\]\s*/u.exec(text);
  const rest = match === null ? text : text.replace(match[0], '').trim();
  return { text: rest === '' ? text : rest, code: match?.groups?.['code'] ?? null, whole: text, own: false };
}
