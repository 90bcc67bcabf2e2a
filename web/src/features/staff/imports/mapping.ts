import type { Draft, SheetColumn } from './queries';

/** The field a column is mapped to; empty for none. */
interface Mapped {
  column: number;
  field: string;
}

/** Maps a column to a field. Each field has one column, so another column with this field loses it. */
export function withField(
  columns: readonly Pick<SheetColumn, 'column' | 'field'>[],
  column: number,
  field: string,
): Mapped[] {
  return columns.map((one) => ({
    column: one.column,
    field: one.column === column ? field : field !== '' && one.field === field ? '' : one.field,
  }));
}

/** What staff decide about how a file is read. */
export interface Reading {
  sheet?: Draft['sheet'];
  allSheets?: boolean;
  kind?: NonNullable<Draft['kind']>;
  term?: string;
  complete?: boolean;
  fromWeek?: number;
  columns?: Mapped[];
}

/** The draft with a change applied, shown until the server responds, so that the next choice builds on it. */
export function withReading(draft: Draft, { columns, ...rest }: Reading): Draft {
  const fields = new Map(columns?.map(({ column, field }) => [column, field]));
  return {
    ...draft,
    ...rest,
    columns: draft.columns.map((one) => {
      const field = fields.get(one.column) ?? one.field;
      return field === one.field
        ? one
        : { ...one, field, how: field === '' ? 'none' : 'hand', rememberedFrom: null, lastHeader: '' };
    }),
  };
}
