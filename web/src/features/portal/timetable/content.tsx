import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { addDays } from '@/shared/time/civil';
import type { CivilMoment } from '@/shared/time/zone';
import { Button } from '@/shared/ui/button';
import { agendaOf, worthListing } from './agenda';
import { AgendaList, DayList } from './agenda-list';
import { DayStrip } from './day-strip';
import { isOn, type Class, type Timetable } from '@/shared/timetable/model';
import { NothingOn } from './page-notices';
import { TermOverview } from './term-overview';
import styles from './timetable-page.module.css';
import { useSwipe } from './use-swipe';
import type { Labels } from './use-labels';
import type { ViewState } from './view';
import { WeekGrid } from './week-grid';
import { datesOf, holidayOn, phaseOf } from '@/shared/timetable/weeks';

interface Props {
  timetable: Timetable;
  viewState: ViewState;
  now: CivilMoment;
  labels: Labels;
  next: Class | undefined;
}

function useTurn({ timetable, viewState }: Props) {
  return (by: 1 | -1): void => {
    const week = viewState.week + by;
    if (week >= 1 && week <= timetable.term.weeks) {
      viewState.setWeek(week);
    }
  };
}

/** A week without classes: holidays, if the whole week is off. */
function EmptyWeek({ timetable, viewState, next }: Props) {
  const { t, locale } = useTranslation('timetable');
  const workdays = datesOf(timetable.term, viewState.week).slice(0, 5);
  const holidays = workdays.map((date) => holidayOn(timetable, date));
  const [holiday] = holidays;
  const whole = holidays.every((one) => one !== undefined);
  return (
    <NothingOn
      kind={whole ? 'holiday' : 'week'}
      holiday={nameIn(locale, holiday)}
      action={
        next && (
          <Button variant="primary" onClick={() => viewState.setDay(next.place.day)}>
            {t('empty.toNext')}
          </Button>
        )
      }
    />
  );
}

function DayView(props: Props) {
  const { timetable, viewState, now, labels } = props;
  const { locale } = useTranslation('timetable');
  const turnWeek = useTurn(props);
  const turnDay = (by: 1 | -1): void => {
    const day = addDays(viewState.day, by);
    if (phaseOf(timetable.term, day) === 'during') {
      viewState.setDay(day);
    }
  };
  const swipe = useSwipe(turnDay);
  const [day] = agendaOf(timetable, [viewState.day]);
  const today = viewState.day === now.date;
  // Classes cancelled by a holiday aren't listed: the holiday itself is shown.
  const free = day === undefined || day.lines.every(({ item, movedAway }) => !movedAway && item.cause === 'holiday');
  return (
    <div className={styles['day-view']} {...swipe}>
      <DayStrip
        {...{ timetable }}
        week={viewState.week}
        day={viewState.day}
        today={now.date}
        onDay={viewState.setDay}
        onTurn={turnWeek}
      />
      {day?.mapping !== undefined && <p className={styles['special']}>{labels.mapping(day.mapping)}</p>}
      {free ? (
        <NothingOn
          kind={day?.holiday !== undefined ? 'holiday' : today ? 'today' : 'day'}
          holiday={nameIn(locale, day?.holiday)}
        />
      ) : (
        <DayList {...{ timetable, now, labels, day }} onOpen={viewState.setOpen} />
      )}
    </div>
  );
}

/** The view that the address asks for. */
export function Content(props: Props) {
  const { timetable, viewState, now, labels, next } = props;
  const turn = useTurn(props);
  const { role, teaching } = useValue(user);
  const days = agendaOf(timetable, datesOf(timetable.term, viewState.week));
  const free = days.every(
    ({ lines }) => !lines.some(({ item, movedAway }) => movedAway || isOn(item) || item.cause !== 'holiday'),
  );
  if (timetable.groups.size === 0) {
    return <NothingOn kind={role === 'admin' ? 'noStudent' : teaching ? 'noTeaching' : 'notEnrolled'} />;
  }
  if (timetable.classes.length === 0) {
    return <NothingOn kind="notPublished" />;
  }
  switch (viewState.view) {
    case 'term':
      return (
        <TermOverview
          {...{ timetable, labels }}
          today={now.date}
          onDay={(day) => viewState.show({ view: 'day', day })}
          onWeek={(week) => viewState.show({ view: 'week', week })}
        />
      );
    case 'day':
      return <DayView {...props} />;
    case 'agenda':
      return free ? (
        <EmptyWeek {...props} />
      ) : (
        <AgendaList {...{ timetable, now, labels }} days={days.filter(worthListing)} onOpen={viewState.setOpen} />
      );
    case 'week':
    default:
      return free ? (
        <EmptyWeek {...props} />
      ) : (
        <WeekGrid
          {...{ timetable, now, labels }}
          week={viewState.week}
          next={next?.id}
          onOpen={viewState.setOpen}
          onTurn={turn}
        />
      );
  }
}
