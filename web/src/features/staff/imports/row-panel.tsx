import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Row, Stack } from '@/shared/ui/layout';
import { DiffCell } from '@/shared/ui/staff/diff-cell';
import { EditCell } from '@/shared/ui/staff/edit-cell';
import { isMissing } from './effects';
import styles from './preview.module.css';
import type { DraftRow, SheetColumn } from './queries';
import { isMasked, LineCell, RowReasons, ValueCell, type RowActions } from './row-cells';

interface Props {
  row: DraftRow;
  columns: readonly SheetColumn[];
  actions: RowActions | undefined;
  onClose: () => void;
}

interface ValueProps extends Omit<Props, 'columns' | 'onClose'> {
  column: SheetColumn;
}

/** The panel shows every reason at its column. */
const noHeaders: ReadonlyMap<number, string> = new Map();

/** One value and the actions on it. */
function Value({ row, column, actions }: ValueProps) {
  const { t } = useTranslation('imports');
  const at = column.column;
  const value = row.cells[at] ?? '';
  const change = row.changes.find((one) => one.column === at);
  const problem = row.problems.find((one) => one.column === at);
  if (actions === undefined || isMissing(row.effect) || row.effect === 'leftOut') {
    return <ValueCell {...{ row, column }} actions={undefined} />;
  }
  return (
    <>
      {change !== undefined && <DiffCell was={change.before} now={change.after} />}
      {isMasked(value) && <span>{value}</span>}
      <EditCell
        label={t('rows.cell', { line: row.place, column: column.header })}
        value={isMasked(value) ? '' : value}
        error={problem?.text}
        suggestion={problem?.suggestion ?? (problem !== undefined && isMasked(value) ? '' : undefined)}
        onKeep={(next) => actions.keep(row, at, next)}
      />
      {row.edited.includes(at) && (
        <Button size="s" variant="text" onClick={() => actions.keep(row, at, null)}>
          {t('rows.asInFile')}
          <span className="visually-hidden">{column.header}</span>
        </Button>
      )}
    </>
  );
}

/** One row with all its columns, including those the table has no room for. */
export function RowPanel({ row, columns, actions, onClose }: Props) {
  const { t } = useTranslation('imports');
  const elsewhere = row.changes.filter(({ column }) => column === null);
  return (
    <Dialog
      open
      drawer
      title={isMissing(row.effect) ? row.name : t('rows.name', { line: row.place, name: row.name })}
      onClose={onClose}
      className={styles['sheet']}
      actions={
        actions !== undefined &&
        !isMissing(row.effect) && (
          <Button onClick={() => actions.leaveOut([row], row.effect !== 'leftOut')}>
            {t(row.effect === 'leftOut' ? 'rows.takeIn' : 'rows.leaveOut')}
          </Button>
        )
      }
    >
      <Row as="p" gap={2} className="text-2">
        <LineCell row={row} /> {t(`about.${row.effect}`)}
      </Row>
      {row.leftOutWhy !== null && <p>{row.leftOutWhy}</p>}
      <RowReasons row={row} headers={noHeaders} />
      <Stack as="dl" gap={3} className={styles['values']}>
        {columns.map((column) => (
          <div key={column.column}>
            <dt>{column.header}</dt>
            <dd>
              <Value {...{ row, column, actions }} />
            </dd>
          </div>
        ))}
        {elsewhere.map(({ field, title, before, after }) => (
          <div key={`${field} ${before} ${after}`}>
            <dt>{title}</dt>
            <dd>
              <DiffCell was={before} now={after} />
            </dd>
          </div>
        ))}
      </Stack>
    </Dialog>
  );
}
