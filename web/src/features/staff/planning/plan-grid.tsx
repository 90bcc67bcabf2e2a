import { useMemo, type KeyboardEvent } from 'react';
import type { Translate } from '@/shared/i18n/catalogue';
import { useTranslation } from '@/shared/i18n/use-translation';
import { layOut, type Grid } from '@/shared/timetable/grid';
import type { Class } from '@/shared/timetable/model';
import { useWalk } from '@/shared/timetable/use-walk';
import { DayHead, RowHead } from '@/shared/timetable/week-grid-heads';
import frame from '@/shared/timetable/week-grid.module.css';
import { classNames } from '@/shared/ui/class-names';
import { carryBy, slotAt, type Hint, type Target } from './carry';
import { PlanCell } from './plan-cell';
import type { Plan } from './plan';
import styles from './plan-grid.module.css';
import { useDrag, type Carrying } from './use-carry';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  week: number;
  words: Words;
  open: Class | undefined;
  /** Where the class is dragged or put; undefined while it is at its old place. */
  target: Target | undefined;
  slots: readonly Hint[];
  carrying: Carrying;
  onOpen: (item: Class) => void;
  onTurn: (by: 1 | -1) => void;
  /** Takes the n-th best slot. */
  onTake: (best: number) => void;
}

/**
 * Handles the keys of the grid: arrows walk; Enter lifts a class, arrows move it, Enter drops it and Escape puts it
 * back.
 */
function useKeys(grid: Grid, { open, target, carrying, plan, onTurn, onTake }: Props) {
  const walk = useWalk(grid, open?.id, onTurn);
  const days = grid.columns.map(({ date }) => date);
  const last = Math.max(0, ...grid.rows.map(({ number }) => number));
  const carried = (event: KeyboardEvent): boolean => {
    const to = target && carryBy(target, event.key, days, last);
    if (to !== undefined && open !== undefined) {
      carrying.carry(open.id, to);
    } else if (event.key === 'Enter' || event.key === ' ') {
      carrying.drop();
    } else if (event.key === 'Escape') {
      carrying.putBack();
    } else if (['1', '2', '3'].includes(event.key)) {
      onTake(Number(event.key));
    } else {
      return false;
    }
    return true;
  };
  const lifts = (event: KeyboardEvent): boolean => {
    const id = (event.target as HTMLElement).dataset['class'];
    const item = event.key === 'Enter' ? plan.classes.find((one) => one.id === id) : undefined;
    if (item === undefined || item.place.firstPeriod === 0 || item.state === 'cancelled') {
      return false;
    }
    carrying.lift(item);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (carrying.lifted === undefined ? lifts(event) : carried(event)) {
      event.preventDefault();
      return;
    }
    // A lifted class keeps its weekday and period when the week is changed.
    if (carrying.lifted === undefined || event.key.startsWith('Page')) {
      walk.onKeyDown(event);
    }
  };
  return { ...walk, onKeyDown };
}

function noteOn({ mappings }: Plan, day: string, t: Translate<'planning'>): string | undefined {
  const mapping = mappings.find(({ date }) => date === day);
  return mapping && t(mapping.off ? 'strip.off' : 'strip.makeUp');
}

/** The student's week grid with the slots for the open class. */
export function PlanGrid(props: Props) {
  const { plan, week, words, open, target, slots, carrying } = props;
  const { t } = useTranslation('planning');
  const grid = useMemo(() => layOut(plan, week), [plan, week]); // the focused cell is part of this grid
  const { table, spot, onKeyDown, onFocus } = useKeys(grid, props);
  const { onPointerDown, endsDrag, ...dragging } = useDrag(table, carrying);
  const lifted = carrying.lifted !== undefined;
  const shown = { timetable: plan, today: plan.today };
  return (
    <div className={classNames(frame['frame'], styles['frame'])} data-carrying={lifted || undefined}>
      <table
        ref={table}
        // ARIA lets a table be a grid
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={t('grid', { title: words.title(plan.title), week })}
        className={frame['grid']}
        {...{ onKeyDown, onFocus }}
        {...dragging}
      >
        <thead>
          <tr>
            <th scope="col" className={frame['corner']}>
              <span className="visually-hidden">{t('periodHead')}</span>
            </th>
            {grid.columns.map(({ date }) => (
              <DayHead key={date} {...shown} date={date} note={noteOn(plan, date, t)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((row, index) => (
            <tr key={`${row.number} ${row.starts}`} data-after-break={row.afterBreak || undefined}>
              <RowHead row={row} name={t('period', { first: row.number })} />
              {grid.columns.map((_, column) => (
                <PlanCell
                  // oxlint-disable-next-line react/no-array-index-key -- columns have no other key
                  key={column}
                  {...{ plan, grid, column, index, words, open, target, slots, spot, lifted, onPointerDown }}
                  onOpen={(item) => {
                    if (!endsDrag()) {
                      props.onOpen(item);
                    }
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="visually-hidden">
        {lifted && target !== undefined && words.slotStatus(slotAt(slots, target), target)}
      </p>
      <p id="planning-keys" hidden>
        {t('keys.card')}
      </p>
    </div>
  );
}
