import { memo, type CSSProperties } from 'react';
import { RowBox, RowName, cellOf, pressRow, type RowProps } from './row-parts';
import styles from './table.module.css';

interface Place {
  /** Counted from 1 with the head of the table and those of the groups. */
  rowIndex: number;
  /** In px, where rows differ. */
  height: number | undefined;
  /** Whether Tab leads to it. */
  isCurrent: boolean;
}

function Row<Data>(props: RowProps<Data> & Place) {
  const { id, row, columns, selectable, isSelected, rowIndex, height, isCurrent } = props;
  const style = height === undefined ? undefined : ({ '--row': `${height}px` } as CSSProperties);
  return (
    // Its keys are the page's shortcuts; the name in it is the button or link for everybody else.
    <tr
      tabIndex={isCurrent ? 0 : -1}
      data-row={id}
      data-selected={isSelected}
      aria-rowindex={rowIndex}
      className={styles['row']}
      style={style}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()} // or it would select text
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

/** A row of a table, drawn anew only when something of it has changed. */
export const WideRow = memo(Row) as typeof Row;
