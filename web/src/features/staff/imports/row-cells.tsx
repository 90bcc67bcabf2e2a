import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Chip } from '@/shared/ui/badge';
import { ErrorIcon, PencilIcon } from '@/shared/ui/icons';
import { DiffCell } from '@/shared/ui/staff/diff-cell';
import { EditCell } from '@/shared/ui/staff/edit-cell';
import { effectIcons } from './effects';
import styles from './preview.module.css';
import type { DraftRow, SheetColumn } from './queries';

/** What can be done with rows. */
export interface RowActions {
  /** Puts another value into a cell; null puts back what the file says. */
  keep: (row: DraftRow, column: number, value: string | null) => void;
  leaveOut: (rows: readonly DraftRow[], leftOut: boolean) => void;
}

/** Whether the server has hidden a part of a private value. */
export function isMasked(value: string): boolean {
  return value.includes('***');
}

interface CellProps {
  row: DraftRow;
  column: Pick<SheetColumn, 'column' | 'header'>;
  /** Undefined where rows are only looked at. */
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

/** What is wrong with a row as a whole, or with a field that has no column. */
export function RowReasons({ row }: { row: DraftRow }) {
  return row.problems
    .filter(({ column }) => column === null)
    .map(({ code, text }) => <Reason key={code}>{text}</Reason>);
}

/** The mark of what becomes of the row, and its line in the file. */
export function LineCell({ row }: { row: DraftRow }) {
  const { t } = useTranslation('imports');
  const Icon = effectIcons[row.effect];
  return (
    <span className={styles['line']} data-effect={row.effect}>
      <Icon size={14} />
      <span className="visually-hidden">{t(`count.${row.effect}`)} </span>
      {row.effect === 'gone' ? '–' : row.place}
      {row.differs && <Chip tone="warning">{t('rows.differs')}</Chip>}
    </span>
  );
}

/** A value of the file: put right where it is wrong, old and new where it changes, else as it is. */
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
        // What is masked cannot be corrected in part: the box begins empty.
        value={isMasked(value) ? '' : value}
        error={isMasked(value) ? t('rows.masked', { value, text: problem.text }) : problem.text}
        suggestion={problem.suggestion ?? undefined}
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
