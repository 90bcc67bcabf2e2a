import type { RowData } from '@tanstack/react-table';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { ChevronDownIcon } from '@/shared/ui/icons';
import type { Item } from './items';
import type { Model, ModelRow } from './model';
import type { RowsProps } from './row-parts';
import { RowBox, RowName, pressRow } from './row-parts';
import styles from './table.module.css';
import type { Column, TableState } from './types';

interface Props<Row extends RowData> extends RowsProps<Row> {
  label: string;
  items: readonly Item<Row>[];
  drawn: readonly { index: number; gap: number }[];
  rest: number;
  /** Rows in all, heads included; -1 while nobody knows. */
  rowCount: number;
  sort: TableState['sort'];
  /** How high a row is, where they differ. */
  ownHeight: ((row: Row) => number) | undefined;
  /** How many are selected. */
  chosen: number;
  groupLabel: (group: string, count: number) => ReactNode;
}

function HeadCell<Row extends RowData>({
  column,
  sort,
  model,
}: {
  column: Column<Row>;
  sort: TableState['sort'];
  model: Model<Row>;
}): ReactNode {
  const { t } = useTranslation('staff');
  const { id, header, align, value, sortable = value !== undefined } = column;
  const way = sort?.id !== id ? undefined : sort.desc ? 'descending' : 'ascending';
  const next = way === undefined ? 'sortUp' : way === 'ascending' ? 'sortDown' : 'sortOff';
  return (
    <th scope="col" aria-sort={way} data-align={align}>
      {sortable ? (
        <button
          type="button"
          className={styles['sort']}
          title={t(`table.${next}`, { column: header })}
          onClick={() => model.toggleSort(id)}
        >
          {header}
          <ChevronDownIcon size={14} data-way={way} />
        </button>
      ) : (
        header
      )}
    </th>
  );
}

function BodyRow<Row extends RowData>(
  props: Pick<Props<Row>, 'ownHeight'> & RowsProps<Row> & { row: ModelRow<Row>; rowIndex: number },
): ReactNode {
  const { row, model, selectable, current, rowIndex, ownHeight } = props;
  const style = ownHeight && ({ '--row': `${ownHeight(row.original)}px` } as CSSProperties);
  return (
    // Its keys are the page's shortcuts; the name in it is the button or link for everybody else.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <tr
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- rows are walked through by arrows
      tabIndex={row.id === current ? 0 : -1}
      data-row={row.id}
      data-selected={row.getIsSelected()}
      aria-rowindex={rowIndex}
      className={styles['row']}
      style={style}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()} // or it would select text
      onClick={(event) => pressRow(event, props)}
      onFocus={() => props.setCurrent(row.id)}
    >
      {selectable && (
        <td>
          <RowBox {...props} />
        </td>
      )}
      {model.columns.map((column, index) => (
        <td key={column.id} data-align={column.align}>
          {index === 0 ? <RowName {...props} /> : column.cell(row.original)}
        </td>
      ))}
    </tr>
  );
}

/** Empty space instead of rows that are not drawn. */
function Gap({ height, span }: { height: number; span: number }): ReactNode {
  return height <= 0 ? null : (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is empty space */}
      <td colSpan={span} className={styles['gap']} style={{ blockSize: height }} />
    </tr>
  );
}

function Head<Row extends RowData>({ model, selectable, sort, chosen }: Props<Row>): ReactNode {
  const { t } = useTranslation('staff');
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selectable && (
          <th scope="col">
            <input
              ref={(box) => {
                if (box !== null) {
                  box.indeterminate = chosen > 0 && chosen < model.rows.length;
                }
              }}
              type="checkbox"
              className={styles['box']}
              aria-label={t('table.selectAll')}
              checked={chosen > 0 && chosen === model.rows.length}
              onChange={model.toggleAll}
            />
          </th>
        )}
        {model.columns.map((column) => (
          <HeadCell key={column.id} {...{ column, sort, model }} />
        ))}
      </tr>
    </thead>
  );
}

/** The rows as a table. */
export function WideRows<Row extends RowData>(props: Props<Row>): ReactNode {
  const { label, model, items, drawn, rest, rowCount, selectable, groupLabel } = props;
  const span = model.columns.length + (selectable ? 1 : 0);
  return (
    <table aria-label={label} aria-rowcount={rowCount} className={styles['table']}>
      <colgroup>
        {selectable && <col style={{ inlineSize: 44 }} />}
        {model.columns.map(({ id, width }) => (
          <col key={id} style={width === undefined ? undefined : { inlineSize: width }} />
        ))}
      </colgroup>
      <Head {...props} />
      <tbody>
        {drawn.flatMap(({ index, gap }) => {
          const item = items[index];
          const before = <Gap key={`gap ${index}`} height={gap} span={span} />;
          if (item === undefined) {
            return [];
          }
          return item.kind === 'row'
            ? [before, <BodyRow key={item.id} {...props} row={item.row} rowIndex={index + 2} />]
            : [
                before,
                <tr key={item.id} aria-rowindex={index + 2} className={styles['group']}>
                  <th scope="colgroup" colSpan={span}>
                    {groupLabel(item.group, item.count)}
                  </th>
                </tr>,
              ];
        })}
        <Gap height={rest} span={span} />
      </tbody>
    </table>
  );
}
