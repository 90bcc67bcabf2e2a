import type { RowData } from '@tanstack/react-table';
import { useMemo, useRef, type CSSProperties } from 'react';
import { isHead, toItems, type Item } from './items';
import type { Model } from './model';
import { PhoneRows } from './phone-rows';
import type { DataTableProps } from './props';
import styles from './table.module.css';
import { useDrawn } from './use-drawn';
import { useRowKeys } from './use-row-keys';
import { WideRows } from './wide-rows';

const plainGroup = (group: string) => group;
const heights = { phone: 64, head: 32 };

function heightOf<Row extends RowData>(
  item: Item<Row> | undefined,
  height: number | ((row: Row) => number),
): number {
  if (item === undefined || isHead(item)) {
    return heights.head;
  }
  return typeof height === 'function' ? height(item.original) : height;
}

/** The row with the focus and the head of the group, -1 without. Looked for once: scrolling asks at every step. */
function useAlwaysDrawn(
  items: readonly { id: string }[],
  heads: readonly number[],
  current: string | undefined,
): (first: number) => number[] {
  const focused = useMemo(() => items.findIndex(({ id }) => id === current), [items, current]);
  return (first) => [focused, heads.findLast((head) => head <= first) ?? -1];
}

/** The rows themselves: a table, or where there is no room for one a list. */
export function Body<Row extends RowData>({
  narrow,
  model,
  selecting,
  chosen,
  props,
}: {
  narrow: boolean;
  model: Model<Row>;
  selecting: boolean;
  /** How many are selected. */
  chosen: number;
  props: DataTableProps<Row>;
}) {
  const { label, rowName, href, onOpen, groupOf, groupLabel = plainGroup, rowHeight = 36 } = props;
  const { total, hasMore = false, state } = props;
  const { rows, columns } = model;
  const ownHeight = typeof rowHeight === 'function' ? rowHeight : undefined;
  const fixedHeight = typeof rowHeight === 'function' ? 36 : rowHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const selectable = props.actions !== undefined;
  const { items, heads } = useMemo(() => toItems(rows, groupOf), [rows, groupOf]);
  const openable = href !== undefined || onOpen !== undefined;
  const { current, setCurrent } = useRowKeys<Row>({ rows, scroller, selectable, openable });
  const { drawn, rest } = useDrawn({
    count: items.length,
    heightOf: (index) => heightOf(items[index], narrow ? heights.phone : rowHeight),
    alwaysDrawn: useAlwaysDrawn(items, heads, current),
    scroller,
    hasMore,
    onEnd: props.onEnd,
  });
  const shownRows = { columns, selectable, rowName, href, onOpen, current, setCurrent };
  const shared = { label, items, drawn, rest, ...shownRows };
  const known = hasMore ? total : rows.length;
  return (
    <div
      ref={scroller}
      data-table
      className={styles['scroller']}
      style={{ '--row': `${fixedHeight}px` } as CSSProperties}
    >
      {narrow ? (
        <PhoneRows {...shared} selecting={selecting} groupLabel={groupLabel} />
      ) : (
        <WideRows
          {...shared}
          model={model}
          sort={state.sort}
          ownHeight={ownHeight}
          chosen={chosen}
          groupLabel={groupLabel}
          rowCount={known === undefined ? -1 : known + heads.length + 1}
        />
      )}
    </div>
  );
}
