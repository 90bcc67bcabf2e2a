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
  if (Array.isArray(value)) {
    return value.map(textOf).join(', ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What an entry changed, field by field, in the order of their names. */
export function changesOf({ before = {}, after = {} }: Pick<Entry, 'before' | 'after'>): Change[] {
  // A session has no name that a person knows; its id is in the export.
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => field !== 'session')
    .toSorted();
  return (
    fields
      .map((field) => ({ field, was: textOf(before[field]), now: textOf(after[field]) }))
      // A masked value looks the same before and after; 'no' about something new says nothing.
      .filter(({ was, now }) => (was !== now && !(was === '' && now === 'false')) || was === '***')
  );
}
