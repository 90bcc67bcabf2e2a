import type { Entry } from './queries';

/** One value that an entry changed. */
export interface Change {
  field: string;
  was: string;
  now: string;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What an entry changed, field by field, in the order of their names. */
export function changesOf({ before = {}, after = {} }: Pick<Entry, 'before' | 'after'>): Change[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return fields
    .map((field) => ({ field, was: textOf(before[field]), now: textOf(after[field]) }))
    .filter(({ was, now }) => was !== now || was === '***');
}
