import { useEffect, useEffectEvent, useMemo, useRef, type CSSProperties } from 'react';
import { useDrawn } from '@/shared/ui/use-drawn';
import { isHead, toItems, type Item } from './items';
import type { Model } from './model';
import { PhoneRows } from './phone-rows';
import type { DataTableProps } from './props';
import styles from './table.module.css';
import { useRowKeys } from './use-row-keys';
import { WideRows } from './wide-rows';

const plainGroup = (group: string) => group;

/** Up to this many rows all are rendered. */
export const drawnWhole = 200;

/** How many rows before the end the next ones are fetched. */
const ahead = 20;

const heights = { phone: 64, head: 32 };

function heightOf<Row>(item: Item<Row> | undefined, height: number | ((row: Row) => number)): number {
  if (item === undefined || isHead(item)) {
    return heights.head;
  }
  return typeof height === 'function' ? height(item.row) : height;
}

/** The indices of the focused row and its group head, or -1. Memoised because scrolling asks at every step. */
function useAlwaysDrawn(
  items: readonly { id: string }[],
  heads: readonly number[],
  current: string | undefined,
): (first: number) => number[] {
  const focused = useMemo(() => items.findIndex(({ id }) => id === current), [items, current]);
  return (first) => [focused, heads.findLast((head) => head <= first) ?? -1];
}

/** Fetches the next rows when the end comes into view, and again at each step there. */
function useNextPage(hasMore: boolean, seen: number, count: number, onEnd?: () => void): void {
  const end = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (hasMore && seen >= 0 && seen >= count - ahead) {
      end();
    }
  }, [hasMore, seen, count]);
}

/** The rows: as a table, or as a list if there is no room for one. */
export function Body<Row>({
  narrow,
  model,
  selecting,
  chosen,
  props,
}: {
  narrow: boolean;
  model: Model<Row>;
  selecting: boolean;
  /** The number of selected rows. */
  chosen: number;
  props: DataTableProps<Row>;
}) {
  const { label, rowName, href, onOpen, groupOf, groupLabel = plainGroup, rowHeight = 36 } = props;
  const { total, hasMore = false, state } = props;
  const { rows, ids, columns, selected, toggle } = model;
  const ownHeight = typeof rowHeight === 'function' ? rowHeight : undefined;
  const fixedHeight = typeof rowHeight === 'function' ? 36 : rowHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const selectable = props.actions !== undefined;
  const { items, heads } = useMemo(() => toItems(rows, ids, groupOf), [rows, ids, groupOf]);
  const openable = href !== undefined || onOpen !== undefined;
  const { current, setCurrent } = useRowKeys({ ids, scroller, selectable, openable, toggle });
  const { drawn, rest, seen } = useDrawn({
    count: items.length,
    heightOf: (index) => heightOf(items[index], narrow ? heights.phone : rowHeight),
    alwaysDrawn: useAlwaysDrawn(items, heads, current),
    scroller,
    whole: drawnWhole,
  });
  useNextPage(hasMore, seen, items.length, props.onEnd);
  const shownRows = { columns, selectable, rowName, href, onOpen, current, setCurrent, toggle };
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
        <PhoneRows {...shared} {...{ selected, selecting, groupLabel }} />
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
