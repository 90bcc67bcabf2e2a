import {
  constructRow,
  type RowData,
  type RowModel,
  type Table,
  type TableFeatures,
} from '@tanstack/react-table';

/**
 * The rows of a table as TanStack Table knows them; one that stands where it stood is used again. Made anew with every page that
 * comes in, as the library does it, 50 000 rows are a long task.
 */
export function reuseRows<Features extends TableFeatures, Row extends RowData>(
  table: Table<Features, Row>,
): () => RowModel<Features, Row> {
  let data: readonly Row[] = [];
  let model: RowModel<Features, Row> = { rows: [], flatRows: [], rowsById: {} };
  return () => {
    const next = table.options.data;
    if (next === data) {
      return model;
    }
    const longer = next.length >= data.length && data.every((row, index) => row === next[index]);
    const rows = longer ? [...model.rows] : [];
    const rowsById = longer ? model.rowsById : {};
    for (const original of next.slice(rows.length)) {
      const index = rows.length;
      const same = original === data[index] ? model.rows[index] : undefined;
      const row = same ?? constructRow(table, table.getRowId(original, index), original, index, 0);
      rows.push(row);
      rowsById[row.id] = row;
    }
    data = next;
    model = { rows, flatRows: rows, rowsById };
    return model;
  };
}
