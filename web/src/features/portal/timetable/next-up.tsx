import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { useDates } from '@/shared/time/use-dates';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { Card } from '@/shared/ui/card';
import { Skeleton, SkeletonGroup } from '@/shared/ui/skeleton';
import type { Timetable } from '@/shared/timetable/model';
import { NextCard } from './next-card';
import { cancelledBefore, nextClass, whyNoNext } from './next';
import { timetableQueries } from './queries';
import { useLabels } from './use-labels';
import { useWatched } from './watched';
import { lastDay } from '@/shared/timetable/weeks';

/** Why there is no next class. For staff without classes, today's card explains that. */
function NoNext({ timetable, instant }: { timetable: Timetable; instant: number }) {
  const { t, locale } = useTranslation('timetable');
  const dates = useDates();
  const { role, teaching } = useValue(user);
  const staff = role === 'admin';
  const { term } = timetable;
  const why = whyNoNext(timetable, instant);
  const texts = {
    notEnrolled: t(teaching ? 'empty.noTeaching' : 'empty.notEnrolled'),
    notPublished: t('empty.notPublished'),
    ended: t('phase.after', { term: nameIn(locale, term), date: dates.full(lastDay(term)) }),
    done: t('next.none'),
  };
  return (
    !(staff && why === 'notEnrolled') && (
      <Card>
        <p>{texts[why]}</p>
      </Card>
    )
  );
}

function Upcoming({ timetable }: { timetable: Timetable }) {
  const router = useRouter();
  const instant = useNow();
  const labels = useLabels(timetable, useWatched());
  const next = nextClass(timetable, instant);
  return next === undefined ? (
    <NoNext timetable={timetable} instant={instant} />
  ) : (
    <NextCard
      {...{ next, labels }}
      cancelled={cancelledBefore(timetable, next, instant)}
      now={civilAt(instant, timetable.zone)}
      onOpen={(id) => router.history.push(`/student/timetable?class=${encodeURIComponent(id)}`)}
    />
  );
}

/** The next class with its countdown, for the workplace. Today's card explains a missing timetable. */
export function NextUp() {
  const { data, error } = useQuery(timetableQueries.term());
  if (data !== undefined) {
    return <Upcoming timetable={data} />;
  }
  return (
    error === null && (
      <SkeletonGroup>
        <Skeleton height={82} radius={12} />
      </SkeletonGroup>
    )
  );
}
