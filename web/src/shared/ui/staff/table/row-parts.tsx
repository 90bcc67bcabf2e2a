import type { MouseEvent } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import styles from './table.module.css';
import type { Column } from './types';
import { openRow } from './use-row-keys';

/** The props of every kind of row list. */
export interface RowsProps<Row> {
  /** The visible columns; the first one names the row. */
  columns: readonly Column<Row>[];
  selectable: boolean;
  /** The name of a row, for screen readers. */
  rowName: (row: Row) => string;
  /** The link of a row; or what opening it does. */
  href?: ((row: Row) => string) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  current: string | undefined;
  setCurrent: (id: string) => void;
  /** Toggles the selection of a row; with `range`, of all rows since the previous one. */
  toggle: (id: string, range?: boolean) => void;
}

/** The props of one row. */
export type RowProps<Row> = Omit<RowsProps<Row>, 'current'> & {
  id: string;
  row: Row;
  isSelected: boolean;
};

/** The checkbox that selects a row; with Shift, all rows since the previous one. */
export function RowBox<Row>({ id, row, isSelected, rowName, toggle }: RowProps<Row>) {
  const { t } = useTranslation('staff');
  return (
    <input
      type="checkbox"
      className={styles['box']}
      aria-label={t('table.select', { name: rowName(row) })}
      checked={isSelected}
      onChange={({ nativeEvent }) => toggle(id, (nativeEvent as globalThis.MouseEvent).shiftKey)}
    />
  );
}

/** The content of a cell. */
export function cellOf<Row>({ cell, value }: Column<Row>, row: Row) {
  return cell ? cell(row) : value?.(row);
}

/** The cell that names the row and opens it. */
export function RowName<Row>({ row, columns, href, onOpen }: RowProps<Row>) {
  const [first] = columns;
  const inside = first && cellOf(first, row);
  if (href !== undefined) {
    return (
      <AppLink data-open href={href(row)} className={styles['name']}>
        {inside}
      </AppLink>
    );
  }
  return onOpen === undefined ? (
    inside
  ) : (
    <button type="button" data-open className={styles['name']} onClick={() => onOpen(row)}>
      {inside}
    </button>
  );
}

/** Handles a click on a row: with Shift it selects, otherwise it opens. Controls inside handle their own clicks. */
export function pressRow<Row>(event: MouseEvent, props: RowProps<Row>): void {
  const { id, selectable, setCurrent, toggle } = props;
  if (event.target instanceof Element && event.target.closest('a, button, input, select, textarea, label')) {
    return;
  }
  setCurrent(id);
  if (event.shiftKey && selectable) {
    toggle(id, true);
  } else if (document.getSelection()?.isCollapsed !== false) {
    openRow(event.currentTarget);
  }
}
