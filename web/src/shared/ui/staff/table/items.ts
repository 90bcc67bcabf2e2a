import type { RowData } from '@tanstack/react-table';
import type { ModelRow } from './model';

/** The head of a group of rows. */
export interface GroupHead {
  id: string;
  group: string;
  count: number;
}

/** What stands in the body of a table. */
export type Item<Row extends RowData> = ModelRow<Row> | GroupHead;

export function isHead<Row extends RowData>(item: Item<Row>): item is GroupHead {
  return 'group' in item;
}

/** The rows, and before each group its head; also at which places the heads are. The rows come in the order of their groups. */
export function toItems<Row extends RowData>(
  rows: readonly ModelRow<Row>[],
  groupOf?: (row: Row) => string,
): { items: readonly Item<Row>[]; heads: readonly number[] } {
  if (groupOf === undefined) {
    return { items: rows, heads: [] };
  }
  const items: Item<Row>[] = [];
  const heads: number[] = [];
  let head: GroupHead | undefined;
  for (const row of rows) {
    const group = groupOf(row.original);
    if (head?.group !== group) {
      head = { id: `head ${items.length}`, group, count: 0 };
      heads.push(items.length);
      items.push(head);
    }
    head.count += 1;
    items.push(row);
  }
  return { items, heads };
}
