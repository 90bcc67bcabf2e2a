import type { PointerEvent } from 'react';
import type { Cell, Grid } from '@/shared/timetable/grid';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { Class } from '@/shared/timetable/model';
import { offsetStyle } from '@/shared/timetable/offset-style';
import cards from '@/shared/timetable/class-card.module.css';
import frame from '@/shared/timetable/week-grid.module.css';
import { holidayOn } from '@/shared/timetable/weeks';
import { classNames } from '@/shared/ui/class-names';
import { hintsOf, isEmptyAt, linesOf, offsetsIn, type Hint, type Target } from './carry';
import type { Plan } from './plan';
import { PlanCard } from './plan-card';
import styles from './plan-grid.module.css';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  grid: Grid;
  column: number;
  /** The row of the grid. */
  index: number;
  words: Words;
  open: Class | undefined;
  target: Target | undefined;
  slots: readonly Hint[];
  /** The cell that is in the tab order. */
  spot: string;
  lifted: boolean;
  onOpen: (item: Class) => void;
  onPointerDown: (event: PointerEvent, item: Class) => void;
}

/** The free slots for the open class that start in this cell. */
function Hints({ grid, column, cell, words, slots }: Omit<Props, 'onOpen' | 'index'> & { cell: Cell }) {
  const at = grid.columns[column];
  if (at === undefined || slots.length === 0) {
    return null;
  }
  const days = grid.columns.map(({ date }) => date);
  return hintsOf(slots, days)
    .filter(({ day }) => day === at.date)
    .map((slot) => {
      const lines = linesOf(grid.rows, slot);
      if (lines === undefined || lines.start < cell.row || lines.start >= cell.row + cell.rows) {
        return null;
      }
      return isEmptyAt(at.cells, lines) ? (
        <span
          key={slot.firstPeriod}
          aria-hidden="true"
          className={classNames(cards['card'], styles['hint'], slot.best > 0 && styles['best'])}
          style={offsetStyle(offsetsIn(grid.rows, cell, lines))}
        >
          {slot.best > 0 && <b className={styles['rank']}>{slot.best}</b>}
          <span>{words.slot(slot)}</span>
        </span>
      ) : null;
    });
}

/** The class at the position it is dragged to. */
function Ghost({ plan, grid, column, cell, words, open, target }: Omit<Props, 'onOpen' | 'index'> & { cell: Cell }) {
  const { t } = useTranslation('planning');
  const lines = target && grid.columns[column]?.date === target.day ? linesOf(grid.rows, target) : undefined;
  if (open === undefined || lines === undefined || lines.start < cell.row || lines.start >= cell.row + cell.rows) {
    return null;
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(cards['card'], 'course-tint', styles['ghost'])}
      style={offsetStyle(offsetsIn(grid.rows, cell, lines), plan.colours.get(open.group))}
    >
      <span className={cards['body']}>
        <span className={cards['course']}>{words.course(open)}</span>
        <span className={cards['where']}>{words.code(open)}</span>
      </span>
      <span className={cards['marks']}>
        <span className={cards['mark']} data-tone="accent">
          {t('card.here')}
        </span>
      </span>
    </span>
  );
}

/** One cell of the planning grid, rendered in its first row. */
export function PlanCell(props: Props) {
  const { plan, grid, column, index, words, open, target, spot, lifted, onOpen, onPointerDown } = props;
  const { locale } = useTranslation('planning');
  const day = grid.columns[column];
  const at = day?.cells.findIndex((cell) => cell.row === index) ?? -1;
  const cell = day?.cells[at];
  if (day === undefined || cell === undefined) {
    return null;
  }
  const spotOf = (entry: number): string => `${column}.${at}.${entry}`;
  const holiday = holidayOn(plan, day.date);
  const empty = cell.entries.length === 0;
  return (
    <td
      rowSpan={cell.rows}
      className={classNames(frame['cell'], styles['cell'])}
      data-today={day.date === plan.today || undefined}
      data-off={holiday !== undefined || undefined}
      {...(empty && { 'data-spot': spotOf(0), tabIndex: spot === spotOf(0) ? 0 : -1 })}
    >
      {empty && holiday !== undefined && <span className="visually-hidden">{nameIn(locale, holiday)}</span>}
      {cell.entries.map((entry, position) => (
        <PlanCard
          key={`${entry.item.id} ${String(entry.movedAway)}`}
          {...{ plan, entry, words, onOpen, onPointerDown }}
          spot={spotOf(position)}
          focusable={spot === spotOf(position)}
          open={open?.id === entry.item.id}
          lifted={(lifted || target !== undefined) && open?.id === entry.item.id && !entry.movedAway}
        />
      ))}
      <Hints {...props} cell={cell} />
      <Ghost {...props} cell={cell} />
    </td>
  );
}
