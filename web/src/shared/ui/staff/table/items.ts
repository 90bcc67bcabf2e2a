/** A row of data. */
interface RowItem<Row> {
  id: string;
  row: Row;
}
export interface GroupHead {
  id: string;
  group: string;
  count: number;
}

/** An entry in the body of a table. */
export type Item<Row> = RowItem<Row> | GroupHead;

export const isHead = <Row>(item: Item<Row>): item is GroupHead => 'group' in item;

/** The rows with a head before each group, and the indices of the heads. Rows must be sorted by group. */
export function toItems<Row>(
  rows: readonly Row[],
  ids: readonly string[],
  groupOf?: (row: Row) => string,
): { items: readonly Item<Row>[]; heads: readonly number[] } {
  const items: Item<Row>[] = [];
  const heads: number[] = [];
  let head: GroupHead | undefined;
  for (const [index, row] of rows.entries()) {
    const group = groupOf?.(row);
    if (group !== undefined && head?.group !== group) {
      head = { id: `head ${items.length}`, group, count: 0 };
      heads.push(items.length);
      items.push(head);
    }
    if (head !== undefined) {
      head.count += 1;
    }
    items.push({ id: ids[index] ?? '', row });
  }
  return { items, heads };
}
