import type { RowData } from '@tanstack/react-table';
import type { CSSProperties, ReactNode } from 'react';
import { useMemo, useRef } from 'react';
import { toItems } from './items';
import type { Model } from './model';
import { PhoneRows } from './phone-rows';
import type { DataTableProps } from './props';
import styles from './table.module.css';
import { useDrawn } from './use-drawn';
import { useRowKeys } from './use-row-keys';
import { WideRows } from './wide-rows';

const plainGroup = (group: string): ReactNode => group;
const heights = { phone: 64, head: 32 };

/** The row with the focus and the head of the group, -1 without. Looked for once: scrolling asks at every step. */
function useKept(items: readonly { kind: string; id: string }[], current: string | undefined) {
  const heads = useMemo(() => [...items.keys()].filter((index) => items[index]?.kind === 'head'), [items]);
  const focused = useMemo(() => items.findIndex(({ id }) => id === current), [items, current]);
  return (first: number): number[] => [focused, heads.findLast((head) => head <= first) ?? -1];
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
}): ReactNode {
  const { label, rowName, href, onOpen, groupOf, groupLabel = plainGroup, rowHeight = 36 } = props;
  const { total, hasMore = false, state } = props;
  const ownHeight = typeof rowHeight === 'function' ? rowHeight : undefined;
  const fixedHeight = typeof rowHeight === 'function' ? 36 : rowHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const selectable = props.actions !== undefined;
  const items = useMemo(() => toItems(model.rows, groupOf), [model.rows, groupOf]);
  const keys = { model, scroller, selectable, openable: href !== undefined || onOpen !== undefined };
  const { current, setCurrent } = useRowKeys<Row>(keys);
  const { drawn, rest } = useDrawn({
    count: items.length,
    heightOf: (index) => {
      const item = items[index];
      if (item?.kind !== 'row') {
        return heights.head;
      }
      return narrow ? heights.phone : (ownHeight?.(item.row.original) ?? fixedHeight);
    },
    keep: useKept(items, current),
    scroller,
    hasMore,
    onEnd: props.onEnd,
  });
  const shared = { label, model, items, drawn, rest, selectable, rowName, href, onOpen, current, setCurrent };
  const known = hasMore ? total : model.rows.length;
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
          sort={state.sort}
          ownHeight={ownHeight}
          chosen={chosen}
          groupLabel={groupLabel}
          rowCount={known === undefined ? -1 : known + (items.length - model.rows.length) + 1}
        />
      )}
    </div>
  );
}
