import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { ChevronDownIcon } from '@/shared/ui/icons';
import { isHead, type Item } from './items';
import type { Model } from './model';
import type { RowsProps } from './row-parts';
import styles from './table.module.css';
import type { Column, TableState } from './types';
import { WideRow } from './wide-row';

interface Props<Row> extends RowsProps<Row> {
  label: string;
  model: Model<Row>;
  items: readonly Item<Row>[];
  drawn: readonly { index: number; gap: number }[];
  rest: number;
  /** The number of rows including heads; -1 if unknown. */
  rowCount: number;
  sort: TableState['sort'];
  /** The height of a row, if rows differ. */
  ownHeight: ((row: Row) => number) | undefined;
  /** The number of selected rows. */
  chosen: number;
  groupLabel: (group: string, count: number) => ReactNode;
}

function HeadCell<Row>({ column, sort, model }: { column: Column<Row>; sort: TableState['sort']; model: Model<Row> }) {
  const { t } = useTranslation('staff');
  const { id, header, align } = column;
  const way = sort?.id !== id ? undefined : sort.desc ? 'descending' : 'ascending';
  const next = way === undefined ? 'sortUp' : way === 'ascending' ? 'sortDown' : 'sortOff';
  return (
    <th scope="col" aria-sort={way} data-align={align}>
      {model.canSort(column) ? (
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

/** Empty space in place of rows that aren't rendered. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is empty space */}
      <td colSpan={span} className={styles['gap']} style={{ blockSize: height }} />
    </tr>
  );
}

function Head<Row>({ model, columns, selectable, sort, chosen }: Props<Row>) {
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
        {columns.map((column) => (
          <HeadCell key={column.id} {...{ column, sort, model }} />
        ))}
      </tr>
    </thead>
  );
}

/** The rows as a table. */
export function WideRows<Row>(props: Props<Row>) {
  const { label, columns, items, drawn, rest, rowCount, selectable, groupLabel } = props;
  const { rowName, href, onOpen, current, setCurrent, toggle, ownHeight, model } = props;
  // Nothing that changes on scrolling or with another page, so that existing rows don't re-render.
  const shared = { columns, selectable, rowName, href, onOpen, setCurrent, toggle };
  const span = columns.length + (selectable ? 1 : 0);
  return (
    <table aria-label={label} aria-rowcount={rowCount} className={styles['table']}>
      <colgroup>
        {selectable && <col style={{ inlineSize: 44 }} />}
        {columns.map(({ id, width }) => (
          <col key={id} style={width === undefined ? undefined : { inlineSize: width }} />
        ))}
      </colgroup>
      <Head {...props} />
      <tbody>
        {drawn.flatMap(({ index, gap }) => {
          const item = items[index];
          if (item === undefined) {
            return [];
          }
          const before = gap <= 0 ? [] : [<Gap key={`gap ${index}`} height={gap} span={span} />];
          return [
            ...before,
            isHead(item) ? (
              <tr key={item.id} aria-rowindex={index + 2} className={styles['group']}>
                <th scope="colgroup" colSpan={span}>
                  {groupLabel(item.group, item.count)}
                </th>
              </tr>
            ) : (
              <WideRow
                key={item.id}
                {...shared}
                id={item.id}
                row={item.row}
                isSelected={model.selected.has(item.id)}
                rowIndex={index + 2}
                height={ownHeight?.(item.row)}
                isCurrent={item.id === current}
              />
            ),
          ];
        })}
        {rest > 0 && <Gap height={rest} span={span} />}
      </tbody>
    </table>
  );
}
