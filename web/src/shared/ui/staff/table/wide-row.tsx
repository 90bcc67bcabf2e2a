import { memo, type CSSProperties } from 'react';
import { RowBox, RowName, cellOf, pressRow, type RowProps } from './row-parts';
import styles from './table.module.css';

interface Place {
  /** Counted from 1, including the heads of the table and of the groups. */
  rowIndex: number;
  /** In px, if rows differ. */
  height: number | undefined;
  /** Whether it is in the tab order. */
  isCurrent: boolean;
}

function Row<Data>(props: RowProps<Data> & Place) {
  const { id, row, columns, selectable, isSelected, rowIndex, height, isCurrent } = props;
  const style = height === undefined ? undefined : ({ '--row': `${height}px` } as CSSProperties);
  return (
    // The page's shortcuts serve as its keys; the name inside is a button or link.
    <tr
      tabIndex={isCurrent ? 0 : -1}
      data-row={id}
      data-selected={isSelected}
      aria-rowindex={rowIndex}
      className={styles['row']}
      style={style}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()} // otherwise it would select text
      onClick={(event) => pressRow(event, props)}
      onFocus={() => props.setCurrent(id)}
    >
      {selectable && (
        <td>
          <RowBox {...props} />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.id} data-align={column.align}>
          {index === 0 ? <RowName {...props} /> : cellOf(column, row)}
        </td>
      ))}
    </tr>
  );
}

/** A row of a table, re-rendered only when its props change. */
export const WideRow = memo(Row) as typeof Row;
