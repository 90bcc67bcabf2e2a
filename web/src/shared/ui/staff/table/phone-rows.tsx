import type { ReactNode } from 'react';
import { classNames } from '@/shared/ui/class-names';
import { Row } from '@/shared/ui/layout';
import { isHead, type Item } from './items';
import { RowBox, RowName, cellOf, pressRow, type RowProps, type RowsProps } from './row-parts';
import styles from './phone-rows.module.css';
import { useLongPress } from './use-long-press';

interface Props<Row> extends RowsProps<Row> {
  label: string;
  items: readonly Item<Row>[];
  drawn: readonly { index: number; gap: number }[];
  rest: number;
  selected: ReadonlySet<string>;
  /** Checkboxes are shown, and a tap selects. */
  selecting: boolean;
  groupLabel: (group: string, count: number) => ReactNode;
}

function PhoneRow<Row>(props: Props<Row> & RowProps<Row> & { gap: number }) {
  const { id, row, columns, selectable, isSelected, selecting, current, gap, toggle } = props;
  const holding = useLongPress(() => selectable && toggle(id));
  const rest = columns.slice(1);
  const at = (place: 'line' | 'end') =>
    rest
      .filter(({ phone = 'line' }) => phone === place)
      .map((column) => <span key={column.id}>{cellOf(column, row)}</span>);
  return (
    // The page's shortcuts serve as its keys; the name inside is a button or link.
    <Row
      as="li"
      gap={3}
      tabIndex={id === current ? 0 : -1}
      data-row={id}
      data-selected={isSelected}
      className={styles['row']}
      style={{ marginBlockStart: gap }}
      {...holding}
      onClickCapture={(event) => {
        holding.onClickCapture(event);
        const box = event.target instanceof Element && event.target.matches('input');
        if (selecting && !box && !event.isPropagationStopped()) {
          event.preventDefault();
          event.stopPropagation(); // before the name inside opens the row
          toggle(id);
        }
      }}
      onClick={(event) => pressRow(event, props)}
      onFocus={() => props.setCurrent(id)}
    >
      {selecting && <RowBox {...props} />}
      <div className={styles['lines']}>
        <div className={styles['first']}>
          <RowName {...props} />
          <Row as="span" gap={2} align="stretch" inline className={styles['end']}>
            {at('end')}
          </Row>
        </div>
        <div className={classNames('text-3 size-13', styles['second'])}>{at('line')}</div>
      </div>
    </Row>
  );
}

/** The rows as a list of two lines each; a long press selects. */
export function PhoneRows<Row>(props: Props<Row>) {
  const { label, items, drawn, rest, groupLabel, selected } = props;
  return (
    <ul aria-label={label} style={{ paddingBlockEnd: rest }}>
      {drawn.map(({ index, gap }) => {
        const item = items[index];
        if (item === undefined) {
          return null;
        }
        return !isHead(item) ? (
          <PhoneRow key={item.id} {...props} id={item.id} row={item.row} isSelected={selected.has(item.id)} gap={gap} />
        ) : (
          <Row as="li" key={item.id} className={styles['group']} style={{ marginBlockStart: gap }}>
            {groupLabel(item.group, item.count)}
          </Row>
        );
      })}
    </ul>
  );
}
