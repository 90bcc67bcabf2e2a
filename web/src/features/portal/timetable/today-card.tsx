import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from '@/shared/i18n/use-translation';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { useDates } from '@/shared/time/use-dates';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { agendaOf } from './agenda';
import { DayList } from './agenda-list';
import type { Timetable } from '@/shared/timetable/model';
import { isNoTermYet, timetableQueries } from './queries';
import { useLabels } from './use-labels';
import { useWatched } from './watched';

function Today({ timetable }: { timetable: Timetable }) {
  const { t } = useTranslation('timetable');
  const router = useRouter();
  const dates = useDates();
  const now = civilAt(useNow(), timetable.zone);
  const labels = useLabels(timetable, useWatched());
  const [day] = agendaOf(timetable, [now.date]);
  const staff = useValue(user).role === 'admin';
  if (staff && timetable.groups.size === 0) {
    return <EmptyState small title={t('empty.noStudent')} text={t('empty.noStudentText')} />;
  }
  return day === undefined || day.lines.length === 0 ? (
    <EmptyState
      small
      title={t('empty.today')}
      text={t('empty.todayText')}
      action={
        <AppLink href="/student/timetable" className={buttonClass()}>
          {t('openTimetable')}
        </AppLink>
      }
    />
  ) : (
    <>
      <p>{dates.long(now.date)}</p>
      <DayList
        {...{ timetable, now, labels, day }}
        onOpen={(id) => router.history.push(`/student/timetable?class=${encodeURIComponent(id)}`)}
      />
    </>
  );
}

/** Today's classes, for the workplace. */
export function TodayCard() {
  const { t } = useTranslation('timetable');
  const query = useQuery(timetableQueries.term());
  return (
    <Card title={t('todayTitle')}>
      {isNoTermYet(query.error) ? (
        <EmptyState small title={t('empty.noTerms')} text={query.error.message} />
      ) : (
        <QueryView query={query}>{(timetable) => <Today timetable={timetable} />}</QueryView>
      )}
    </Card>
  );
}
