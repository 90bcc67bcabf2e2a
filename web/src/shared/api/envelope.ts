import { toComplaint, type Complaint } from './errors';

/** The wrapper around every JSON answer of the server. */
export interface Envelope<T = unknown> {
  statusCode: number;
  succeeded: boolean;
  data: T;
  errors: unknown;
}

export function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && 'succeeded' in body && 'statusCode' in body;
}

function textsOf(errors: unknown): string[] {
  if (typeof errors === 'string') {
    return errors.trim() === '' ? [] : [errors];
  }
  if (typeof errors === 'object' && errors !== null) {
    return Object.values(errors).flatMap(textsOf); // a list, or one list per field
  }
  return [];
}

/** The complaints in an envelope's error list; none if it is missing, empty or not text. */
export function complaintsOf(errors: unknown): Complaint[] {
  return textsOf(errors).map(toComplaint);
}
