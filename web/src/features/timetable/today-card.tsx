import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { clock } from '@/shared/api/api';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { ClassList } from './class-list';
import { civilDay, classesOn } from './classes';
import { timetableQueries } from './queries';

/** What is on today. */
export function TodayCard(): ReactNode {
  const { t } = useTranslation('timetable');
  const formats = useFormats();
  const query = useQuery(timetableQueries.term());
  const now = new Date(clock.now());
  const today = civilDay(now);
  return (
    <Card
      title={t('today')}
      extra={<span>{formats.date(now, { weekday: 'long', month: 'long', day: 'numeric' })}</span>}
    >
      <QueryView
        query={query}
        isEmpty={({ classes }) => classesOn(classes, today).length === 0}
        empty={
          <EmptyState
            drawing="calendar"
            title={t('noClassesToday')}
            text={t('noClassesTodayText')}
            action={
              <AppLink href="/student/timetable" className={buttonClass()}>
                {t('openTimetable')}
              </AppLink>
            }
          />
        }
      >
        {({ classes }) => <ClassList classes={classesOn(classes, today)} />}
      </QueryView>
    </Card>
  );
}
