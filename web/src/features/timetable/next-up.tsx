import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { Card } from '@/shared/ui/card';
import { Skeleton, SkeletonGroup } from '@/shared/ui/skeleton';
import type { Timetable } from './model';
import { NextCard } from './next-card';
import { nextClass } from './next';
import { timetableQueries } from './queries';
import { useLabels } from './use-labels';
import { useWatched } from './watched';
import { phaseOf } from './weeks';

/** Why no class comes next: each case has its own sentence. */
function noneKey(timetable: Timetable, over: boolean) {
  if (timetable.groups.size === 0) {
    return 'empty.notEnrolled' as const;
  }
  if (timetable.classes.length === 0) {
    return 'empty.notPublished' as const;
  }
  return over ? ('next.over' as const) : ('next.none' as const);
}

function Upcoming({ timetable }: { timetable: Timetable }): ReactNode {
  const { t } = useTranslation('timetable');
  const router = useRouter();
  const instant = useNow();
  const labels = useLabels(timetable, useWatched());
  const next = nextClass(timetable, instant);
  if (next === undefined) {
    const over = phaseOf(timetable.term, civilAt(instant, timetable.zone).date) === 'after';
    return (
      <Card>
        <p>{t(noneKey(timetable, over))}</p>
      </Card>
    );
  }
  return (
    <NextCard
      {...{ next, labels }}
      now={civilAt(instant, timetable.zone)}
      onOpen={(id) => router.history.push(`/student/timetable?class=${encodeURIComponent(id)}`)}
    />
  );
}

/** The next class with its countdown, for the workplace. Why there is no timetable is said by the card of today. */
export function NextUp(): ReactNode {
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
