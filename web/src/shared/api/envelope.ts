import { toComplaint, type Complaint } from './errors';

/** What the server wraps every JSON answer in. */
export interface Envelope<T = unknown> {
  statusCode: number;
  succeeded: boolean;
  data: T;
  errors: unknown;
}

/** Whether a parsed body is an envelope. */
export function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && 'succeeded' in body && 'statusCode' in body;
}

function textsOf(errors: unknown): string[] {
  if (typeof errors === 'string') {
    return errors.trim() === '' ? [] : [errors];
  }
  if (typeof errors === 'object' && errors !== null) {
    return Object.values(errors).flatMap(textsOf); // a list, or lists by field
  }
  return [];
}

/** The complaints in an envelope's error list; none when it is missing, empty or not made of text. */
export function complaintsOf(errors: unknown): Complaint[] {
  return textsOf(errors).map(toComplaint);
}
