import { complaintsOf, isEnvelope } from './envelope';
import { ApiError, plain } from './errors';
import type { Method } from './types';

/** Translates the client's own error texts. */
export type ClientText = (what: 'badAnswer' | 'offline' | 'timeout' | { statusCode: number }) => string;

/** A parsed response. */
export interface Answer {
  status: number;
  /** The parsed body; undefined if it was empty or not JSON. */
  body: unknown;
  retryAfter: string | null;
}

/** Reads a response. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const answer = { status: response.status, retryAfter: response.headers.get('Retry-After') };
  try {
    return { ...answer, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  } catch {
    return { ...answer, body: undefined }; // a proxy's error page, or a truncated answer
  }
}

function refusal(status: number, errors: unknown, { retryAfter }: Answer, clientText: ClientText): ApiError {
  const complaints = complaintsOf(errors);
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ApiError(
    status === 401 ? 'unauthorized' : 'refused',
    status,
    complaints.length > 0 ? complaints : [plain(clientText({ statusCode: status }))],
    Number.isFinite(seconds) ? seconds : null,
  );
}

/** Throws if the status of a non-JSON answer, such as a picture, is an error. */
export async function refuseUnlessOk(response: Response, clientText: ClientText): Promise<void> {
  if (!response.ok) {
    const answer = await readAnswer(response);
    throw refusal(answer.status, isEnvelope(answer.body) ? answer.body.errors : undefined, answer, clientText);
  }
}

/** The result that the caller of a method gets from an answer; throws an ApiError if it is an error. */
export function openAnswer(method: Method, answer: Answer, clientText: ClientText): unknown {
  const { status, body } = answer;
  if (status === 204) {
    return undefined;
  }
  if (status < 200 || status > 299) {
    throw refusal(status, isEnvelope(body) ? body.errors : undefined, answer, clientText);
  }
  if (body === undefined || body === null) {
    throw new ApiError('bad-answer', status, [plain(clientText('badAnswer'))]);
  }
  if (!isEnvelope(body)) {
    return body;
  }
  if (body.statusCode === 401) {
    throw refusal(401, body.errors, answer, clientText);
  }
  if (method === 'put' || method === 'patch') {
    return body;
  }
  if (!body.succeeded) {
    throw refusal(body.statusCode, body.errors, answer, clientText);
  }
  return body.data;
}
