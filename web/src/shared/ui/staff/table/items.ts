import type { RowData } from '@tanstack/react-table';
import type { ModelRow } from './model';

/** What stands in the body of a table: a row, or the head of a group of rows. */
export type Item<Row extends RowData> =
  | { kind: 'row'; id: string; row: ModelRow<Row> }
  | { kind: 'head'; id: string; group: string; count: number };

/** The rows, and before each group its head. The rows come in the order of their groups. */
export function toItems<Row extends RowData>(
  rows: readonly ModelRow<Row>[],
  groupOf?: (row: Row) => string,
): Item<Row>[] {
  const items: Item<Row>[] = [];
  let head: (Item<Row> & { kind: 'head' }) | undefined;
  for (const row of rows) {
    const group = groupOf?.(row.original);
    if (group !== undefined && head?.group !== group) {
      head = { kind: 'head', id: `head ${items.length}`, group, count: 0 };
      items.push(head);
    }
    if (head !== undefined) {
      head.count += 1;
    }
    items.push({ kind: 'row', id: row.id, row });
  }
  return items;
}
