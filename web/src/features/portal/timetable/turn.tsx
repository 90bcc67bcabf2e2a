import { useId } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { CivilDate } from '@/shared/time/civil';
import { Button, IconButton } from '@/shared/ui/button';
import { ChevronLeftIcon, ChevronRightIcon } from '@/shared/ui/icons';
import type { Timetable } from '@/shared/timetable/model';
import { Row } from '@/shared/ui/layout';
import styles from './toolbar.module.css';
import type { ViewState } from './view';
import { phaseOf, weekOf } from '@/shared/timetable/weeks';

interface Props {
  timetable: Timetable;
  viewState: ViewState;
  today: CivilDate;
}

/** Back to today in the day view, else to this week. Disabled outside the term, with the reason. */
export function Present({ timetable: { term }, viewState, today }: Props) {
  const { t } = useTranslation('timetable');
  const id = useId();
  const phase = phaseOf(term, today);
  const ofDay = viewState.view === 'day';
  const present = weekOf(term, today);
  const there = ofDay ? viewState.day === today : viewState.week === present;
  const reason = phase === 'during' ? undefined : t(`turn.${phase}`);
  return (
    <>
      <Button
        className={styles['present']}
        aria-pressed={reason === undefined && there}
        aria-describedby={reason && id}
        disabled={reason !== undefined}
        title={reason}
        onClick={() => (ofDay ? viewState.setDay(today) : viewState.setWeek(present))}
      >
        {t(ofDay ? 'today' : 'thisWeek')}
      </Button>
      {reason !== undefined && (
        <span id={id} className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  );
}

/** Previous week, this week, next week. */
export function Turn(props: Props) {
  const { t } = useTranslation('timetable');
  const { timetable, viewState } = props;
  const { week, setWeek } = viewState;
  return (
    <Row role="group" aria-label={t('turnWeeks')} gap={0.5}>
      <IconButton
        icon={ChevronLeftIcon}
        label={t('previousWeek')}
        disabled={week <= 1}
        onClick={() => setWeek(week - 1)}
      />
      <Present {...props} />
      <IconButton
        icon={ChevronRightIcon}
        label={t('nextWeek')}
        disabled={week >= timetable.term.weeks}
        onClick={() => setWeek(week + 1)}
      />
    </Row>
  );
}
