import { useMemo } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { CivilMoment } from '@/shared/time/zone';
import { classNames } from '@/shared/ui/class-names';
import { ClassCard } from './class-card';
import { layOut, nowLine, type Cell } from '@/shared/timetable/grid';
import type { Timetable } from '@/shared/timetable/model';
import type { Labels } from './use-labels';
import { nameOf, useWalk } from '@/shared/timetable/use-walk';
import { DayHead, RowHead } from '@/shared/timetable/week-grid-heads';
import styles from '@/shared/timetable/week-grid.module.css';

interface Props {
  timetable: Timetable;
  week: number;
  now: CivilMoment;
  labels: Labels;
  /** The class that is on or comes next. */
  next: string | undefined;
  onOpen: (id: string) => void;
  /** Page Up and Page Down turn the week. */
  onTurn: (by: 1 | -1) => void;
}

interface CellProps extends Omit<Props, 'week' | 'onTurn'> {
  cell: Cell;
  date: string;
  /** The id of a class's cell, or of the empty cell. */
  spotOf: (entry: number) => string;
  /** The cell that is in the tab order. */
  spot: string;
  line: { top: number; topBreaks: number } | undefined;
}

/** One cell: classes side by side, the line of the current time, or nothing. */
function GridCell({ timetable, cell, date, now, labels, next, spotOf, spot, line, onOpen }: CellProps) {
  return (
    <td
      rowSpan={cell.rows}
      className={styles['cell']}
      data-today={date === now.date || undefined}
      {...(cell.entries.length === 0 && {
        'data-spot': spotOf(0),
        tabIndex: spot === spotOf(0) ? 0 : -1,
      })}
    >
      {cell.entries.map((entry, at) => (
        <ClassCard
          // oxlint-disable-next-line react/no-array-index-key -- another week reuses the elements
          key={at}
          {...{ entry, labels, now, onOpen }}
          colour={timetable.colours.get(entry.item.group)}
          next={entry.item.id === next}
          spot={spotOf(at)}
          focusable={spot === spotOf(at)}
        />
      ))}
      {line !== undefined && (
        <span
          className={classNames('no-print', styles['now'])}
          style={{ insetBlockStart: `calc(${line.top} * var(--row) + ${line.topBreaks} * 6px)` }}
          aria-hidden="true"
        />
      )}
    </td>
  );
}

/** A week as days × periods: a table for reading, a grid for the arrow keys. */
export function WeekGrid({ timetable, week, now, labels, next, onOpen, onTurn }: Props) {
  const { t } = useTranslation('timetable');
  const grid = useMemo(() => layOut(timetable, week), [timetable, week]); // the keyboard position belongs to one grid
  const { table, spot, onKeyDown, onFocus } = useWalk(grid, next, onTurn);
  const line = nowLine(grid, now);
  const noteOn = (day: string): string | undefined =>
    timetable.mappings.some(({ date, off }) => date === day && !off) ? t('mapping.short') : undefined;

  return (
    <div className={styles['frame']}>
      <table
        ref={table}
        // ARIA lets a table be a grid
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={t('gridLabel', { week })}
        className={styles['grid']}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <thead>
          <tr>
            <th scope="col" className={styles['corner']}>
              <span className="visually-hidden">{t('periodHead')}</span>
            </th>
            {grid.columns.map(({ date }, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- see the cells below
              <DayHead key={column} {...{ timetable, date }} today={now.date} note={noteOn(date)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((row, index) => (
            <tr key={`${row.number} ${row.starts}`} data-after-break={row.afterBreak || undefined}>
              <RowHead row={row} name={t('period', { number: row.number })} />
              {grid.columns.map(({ date, cells }, column) => {
                const at = cells.findIndex((cell) => cell.row === index);
                const cell = cells[at];
                return (
                  cell && (
                    // Keyed by position, not date: another week then changes labels and keeps the elements.
                    <GridCell
                      // oxlint-disable-next-line react/no-array-index-key
                      key={column}
                      {...{ timetable, cell, date, now, labels, next, spot, onOpen }}
                      spotOf={(entry) => nameOf({ column, cell: at, entry })}
                      line={line?.column === column && line.cell === cell ? line : undefined}
                    />
                  )
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
