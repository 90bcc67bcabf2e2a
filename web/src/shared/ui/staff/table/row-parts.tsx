import type { MouseEvent } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import styles from './table.module.css';
import type { Column } from './types';
import { openRow } from './use-row-keys';

/** What every way of drawing rows needs. */
export interface RowsProps<Row> {
  /** Those that are shown; the first names the row. */
  columns: readonly Column<Row>[];
  selectable: boolean;
  /** What a row is called, for screen readers. */
  rowName: (row: Row) => string;
  /** Where a row leads; or what opening it does. */
  href?: ((row: Row) => string) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  current: string | undefined;
  setCurrent: (id: string) => void;
  /** Selects a row or takes it off; with `range` all from the one before. */
  toggle: (id: string, range?: boolean) => void;
}

/** What one of the rows needs. */
export type RowProps<Row> = Omit<RowsProps<Row>, 'current'> & {
  id: string;
  row: Row;
  isSelected: boolean;
};

/** The box that selects a row; with Shift all rows from the one before. */
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

/** What stands in a cell. */
export function cellOf<Row>({ cell, value }: Column<Row>, row: Row) {
  return cell ? cell(row) : value?.(row);
}

/** The cell that names the row; it is what opens it. */
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

/** A press anywhere on a row: with Shift it selects, otherwise it opens; what is pressed inside has its own meaning. */
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
