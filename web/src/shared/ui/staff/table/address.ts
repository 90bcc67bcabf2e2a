import type { TableState } from './types';

type Query = Readonly<Record<string, unknown>>;
type Change = Record<string, string | undefined>;

// Values are joined by commas; commas within a value are encoded.
const join = (values: readonly string[]): string => values.map((value) => encodeURIComponent(value)).join(',');

function split(text: unknown): string[] {
  if (typeof text !== 'string' || text === '') {
    return [];
  }
  return text.split(',').flatMap((part) => {
    try {
      return [decodeURIComponent(part)];
    } catch {
      return []; // malformed address
    }
  });
}

/** Reads a table's state from the page's query. */
export function readState(query: Query, filters: readonly string[], hidden: readonly string[]): TableState {
  const sort = typeof query['sort'] === 'string' ? query['sort'] : '';
  const chosen = filters.flatMap((id) => {
    const values = split(query[id]);
    return values.length === 0 ? [] : [[id, values] as const];
  });
  return {
    sort: sort === '' ? null : { id: sort.replace(/^-/u, ''), desc: sort.startsWith('-') },
    filters: Object.fromEntries(chosen),
    hidden: query['hide'] === undefined ? hidden : split(query['hide']),
    search: typeof query['q'] === 'string' ? query['q'] : '',
  };
}

/** Writes the state; defaults are omitted. */
export function writeState(state: TableState, filters: readonly string[], hidden: readonly string[]): Change {
  const { sort } = state;
  const values = filters.map((id) => {
    const chosen = state.filters[id] ?? [];
    return [id, chosen.length === 0 ? undefined : join(chosen)] as const;
  });
  const asAtFirst = join(state.hidden.toSorted()) === join(hidden.toSorted());
  return {
    ...Object.fromEntries(values),
    sort: sort === null ? undefined : `${sort.desc ? '-' : ''}${sort.id}`,
    hide: asAtFirst ? undefined : join(state.hidden),
    q: state.search === '' ? undefined : state.search,
  };
}
