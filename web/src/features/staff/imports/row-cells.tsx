import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Chip } from '@/shared/ui/badge';
import { ErrorIcon, PencilIcon } from '@/shared/ui/icons';
import { DiffCell } from '@/shared/ui/staff/diff-cell';
import { EditCell } from '@/shared/ui/staff/edit-cell';
import { effectIcons, isMissing } from './effects';
import styles from './preview.module.css';
import type { DraftRow, SheetColumn } from './queries';

export interface RowActions {
  /** Replaces the value of a cell; null restores that of the file. */
  keep: (row: DraftRow, column: number, value: string | null) => void;
  leaveOut: (rows: readonly DraftRow[], leftOut: boolean) => void;
}

/** Whether the server has masked a private value. */
export function isMasked(value: string): boolean {
  return value.includes('***');
}

interface CellProps {
  row: DraftRow;
  column: Pick<SheetColumn, 'column' | 'header'>;
  /** Undefined if the preview is read only. */
  actions: RowActions | undefined;
}

function Reason({ children }: { children: ReactNode }) {
  return (
    <span className={styles['reason']}>
      <ErrorIcon size={12} />
      {children}
    </span>
  );
}

interface ReasonsProps {
  row: DraftRow;
  /** The header of each column that may be off the screen. */
  headers: ReadonlyMap<number, string>;
}

/** Errors of the row as a whole, and of the columns that may be off the screen. */
export function RowReasons({ row, headers }: ReasonsProps) {
  const { t } = useTranslation('imports');
  return row.problems.map(({ code, column, text }) => {
    if (column === null) {
      return <Reason key={code}>{text}</Reason>;
    }
    const header = headers.get(column);
    const reason = header === undefined ? '' : t('rows.reasonAt', { column: header, text });
    return (
      reason !== '' && (
        <span key={`${column} ${code}`} title={reason} className={styles['elsewhere']}>
          <Reason>{reason}</Reason>
        </span>
      )
    );
  });
}

/** The icon of the row's effect, and its line in the file. */
export function LineCell({ row }: { row: DraftRow }) {
  const { t } = useTranslation('imports');
  const Icon = effectIcons[row.effect];
  return (
    <span className={styles['line']} data-effect={row.effect}>
      <Icon size={14} />
      <span className="visually-hidden">{t(`count.${row.effect}`)} </span>
      {isMissing(row.effect) ? '–' : row.place}
      {row.differs && <Chip tone="warning">{t('rows.differs')}</Chip>}
    </span>
  );
}

/** A value of the file: a text field if it has an error, old and new if it changes, or else as it is. */
export function ValueCell({ row, column, actions }: CellProps) {
  const { t } = useTranslation('imports');
  const at = column.column;
  const value = row.cells[at] ?? '';
  const problem = row.problems.find((one) => one.column === at);
  const change = row.changes.find((one) => one.column === at);
  if (problem !== undefined && actions !== undefined) {
    return (
      <EditCell
        label={t('rows.cell', { line: row.place, column: column.header })}
        // A masked value can't be edited, so the field starts empty, and leaving it so needs a button.
        value={isMasked(value) ? '' : value}
        error={isMasked(value) ? t('rows.masked', { value, text: problem.text }) : problem.text}
        suggestion={problem.suggestion ?? (isMasked(value) ? '' : undefined)}
        onKeep={(next) => actions.keep(row, at, next)}
      />
    );
  }
  if (problem !== undefined) {
    return (
      <>
        {value} <Reason>{problem.text}</Reason>
      </>
    );
  }
  return (
    <>
      {change === undefined ? value : <DiffCell was={change.before} now={change.after} />}
      {row.edited.includes(at) && (
        <span className={styles['edited']} title={t('rows.edited')}>
          <PencilIcon size={12} />
          <span className="visually-hidden">{t('rows.edited')}</span>
        </span>
      )}
    </>
  );
}
