import type { ReactNode } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { addDays } from '@/shared/time/civil';
import type { CivilMoment } from '@/shared/time/zone';
import { Button } from '@/shared/ui/button';
import { agendaOf, worthListing } from './agenda';
import { AgendaList, DayList } from './agenda-list';
import { DayStrip } from './day-strip';
import type { Class, Timetable } from './model';
import { isOn } from './model';
import { NothingOn } from './states';
import { TermOverview } from './term-overview';
import styles from './timetable-page.module.css';
import { useSwipe } from './use-swipe';
import type { Words } from './use-words';
import type { Looking } from './view';
import { WeekGrid } from './week-grid';
import { datesOf, holidayOn, phaseOf } from './weeks';

interface Props {
  timetable: Timetable;
  looking: Looking;
  now: CivilMoment;
  words: Words;
  next: Class | undefined;
}

function useTurn({ timetable, looking }: Props) {
  return (by: 1 | -1): void => {
    const week = looking.week + by;
    if (week >= 1 && week <= timetable.term.weeks) {
      looking.setWeek(week);
    }
  };
}

/** A week without classes: whole weeks off are said to be holidays. */
function EmptyWeek({ timetable, looking, next }: Props): ReactNode {
  const { t, locale } = useTranslation('timetable');
  const workdays = datesOf(timetable.term, looking.week).slice(0, 5);
  const holidays = workdays.map((date) => holidayOn(timetable, date));
  const [holiday] = holidays;
  const whole = holidays.every((one) => one !== undefined);
  return (
    <NothingOn
      kind={whole ? 'holiday' : 'week'}
      holiday={nameIn(locale, holiday)}
      action={
        next && (
          <Button variant="primary" onClick={() => looking.setDay(next.place.day)}>
            {t('empty.toNext')}
          </Button>
        )
      }
    />
  );
}

function DayView(props: Props): ReactNode {
  const { timetable, looking, now, words } = props;
  const { locale } = useTranslation('timetable');
  const turnWeek = useTurn(props);
  const turnDay = (by: 1 | -1): void => {
    const day = addDays(looking.day, by);
    if (phaseOf(timetable.term, day) === 'during') {
      looking.setDay(day);
    }
  };
  const swipe = useSwipe(turnDay);
  const [day] = agendaOf(timetable, [looking.day]);
  const today = looking.day === now.date;
  // What a holiday takes is no news: the holiday itself is.
  const free = day === undefined || day.lines.every(({ item, left }) => !left && item.cause === 'holiday');
  return (
    <div className={styles['day-view']} {...swipe}>
      <DayStrip
        {...{ timetable }}
        week={looking.week}
        day={looking.day}
        today={now.date}
        onDay={looking.setDay}
        onTurn={turnWeek}
      />
      {day?.mapping !== undefined && <p className={styles['special']}>{words.mapping(day.mapping)}</p>}
      {free ? (
        <NothingOn
          kind={day?.holiday !== undefined ? 'holiday' : today ? 'today' : 'day'}
          holiday={nameIn(locale, day?.holiday)}
        />
      ) : (
        <DayList {...{ timetable, now, words, day }} onOpen={looking.setOpen} />
      )}
    </div>
  );
}

/** The view that the address asks for. */
export function Content(props: Props): ReactNode {
  const { timetable, looking, now, words, next } = props;
  const turn = useTurn(props);
  const days = agendaOf(timetable, datesOf(timetable.term, looking.week));
  const free = days.every(
    ({ lines }) => !lines.some(({ item, left }) => left || isOn(item) || item.cause !== 'holiday'),
  );
  if (timetable.groups.size === 0) {
    return <NothingOn kind="notEnrolled" />;
  }
  if (timetable.classes.length === 0) {
    return <NothingOn kind="notPublished" />;
  }
  switch (looking.view) {
    case 'term':
      return (
        <TermOverview
          {...{ timetable, words }}
          today={now.date}
          onDay={(day) => looking.show({ view: 'day', day })}
          onWeek={(week) => looking.show({ view: 'week', week })}
        />
      );
    case 'day':
      return <DayView {...props} />;
    case 'agenda':
      return free ? (
        <EmptyWeek {...props} />
      ) : (
        <AgendaList
          {...{ timetable, now, words }}
          days={days.filter(worthListing)}
          onOpen={looking.setOpen}
        />
      );
    case 'week':
    default:
      return free ? (
        <EmptyWeek {...props} />
      ) : (
        <WeekGrid
          {...{ timetable, now, words }}
          week={looking.week}
          next={next?.id}
          onOpen={looking.setOpen}
          onTurn={turn}
        />
      );
  }
}
