import type { Entry } from './queries';

export interface Change {
  field: string;
  was: string;
  now: string;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  if (Array.isArray(value)) {
    return value.map(textOf).join(', ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The changed fields of an entry, sorted by name. */
export function changesOf({ before = {}, after = {} }: Pick<Entry, 'before' | 'after'>): Change[] {
  // Session ids mean nothing to people; the export has them.
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => field !== 'session')
    .toSorted();
  return (
    fields
      .map((field) => ({ field, was: textOf(before[field]), now: textOf(after[field]) }))
      // A masked value looks the same before and after; 'no' or 0 for something new says nothing.
      .filter(({ was, now }) => (was !== now && !(was === '' && (now === 'false' || now === '0'))) || was === '***')
  );
}
