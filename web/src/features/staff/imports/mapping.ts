import type { Draft, SheetColumn } from './queries';

/** Which of our fields a column means; empty: none. */
interface Mapped {
  column: number;
  field: string;
}

/** The columns with another field for one of them. A field has one column: whichever had it gives it up. */
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

/** What staff say about how a file is read. */
export interface Reading {
  sheet?: Draft['sheet'];
  allSheets?: boolean;
  kind?: NonNullable<Draft['kind']>;
  term?: string;
  complete?: boolean;
  columns?: Mapped[];
}

/** The draft as it will be: shown until the server has answered, so that the next choice builds on this one. */
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
