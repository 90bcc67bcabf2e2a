import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import type { Column } from '@/shared/ui/staff/table/types';
import type { DraftRow, SheetColumn } from './queries';
import { LineCell, RowReasons, ValueCell, type RowActions } from './row-cells';
import type { Layout } from './shown-columns';

/** Keeps the identity of the actions: new columns would make the table render all cells again. */
function useStable(actions: RowActions | undefined): RowActions | undefined {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const given = actions !== undefined;
  return useMemo(
    () =>
      given
        ? {
            keep: (...call) => latest.current?.keep(...call),
            leaveOut: (...call) => latest.current?.leaveOut(...call),
          }
        : undefined,
    [given],
  );
}

/** Why a row is skipped, what happens to it, or actions on a row with errors. */
function RowAction({ row, actions }: { row: DraftRow; actions: RowActions | undefined }) {
  const { t } = useTranslation('imports');
  if (row.effect === 'leftOut' && row.leftOutWhy !== null) {
    return (
      <span className="text-2 size-13" title={row.leftOutWhy}>
        {row.leftOutWhy}
      </span>
    );
  }
  if (row.effect === 'created' && row.changes.length > 1) {
    return <span className="text-2 size-13">{t('rows.becomes', { count: row.changes.length })}</span>;
  }
  return (
    actions !== undefined &&
    (row.effect === 'refused' || row.effect === 'leftOut') && (
      <Button size="s" variant="text" onClick={() => actions.leaveOut([row], row.effect === 'refused')}>
        {t(row.effect === 'refused' ? 'rows.leaveOut' : 'rows.takeIn')}
        <span className="visually-hidden">{t('rows.name', { line: row.place, name: row.name })}</span>
      </Button>
    )
  );
}

/** The line (with its sheet if there are several), the mapped columns of the file, and the actions on a row. */
export function usePreviewColumns(
  columns: readonly SheetColumn[],
  { widths }: Layout,
  together: boolean,
  given: RowActions | undefined,
): readonly Column<DraftRow>[] {
  const { t } = useTranslation('imports');
  const actions = useStable(given);
  return useMemo(() => {
    // The wide columns, with errors and changes, follow the two that name the row, so that they need no scrolling.
    const widthOf = ({ column }: SheetColumn): number => widths[column] ?? 0;
    const rest = columns.slice(2).toSorted((a, b) => widthOf(b) - widthOf(a));
    const headerOf = ({ column, header }: SheetColumn): string =>
      header === '' ? t('columns.noHeader', { number: column + 1 }) : header;
    const headers = new Map(rest.map((column) => [column.column, headerOf(column)]));
    const values = [...columns.slice(0, 2), ...rest].map((column, index): Column<DraftRow> => ({
      id: String(column.column),
      header: headerOf(column),
      width: widthOf(column),
      cell: (row) => (
        <>
          {row.cells.length === 0 && index === 0 ? row.name : <ValueCell row={row} column={column} actions={actions} />}
          {index === 0 && <RowReasons row={row} headers={headers} />}
        </>
      ),
    }));
    const last: Column<DraftRow> = {
      id: 'actions',
      header: t('rows.actions'),
      width: 108,
      hideable: false,
      phone: 'none',
      cell: (row) => <RowAction row={row} actions={actions} />,
    };
    return [
      {
        id: 'line',
        header: t('rows.line'),
        width: together ? 168 : 84,
        cell: (row) => <LineCell row={row} />,
      },
      ...values,
      last,
    ];
  }, [columns, widths, together, actions, t]);
}
