import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useQueryParam } from '@/shared/store/page-location';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { PlayIcon } from '@/shared/ui/icons';
import { Page, Stack } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton, SkeletonGroup } from '@/shared/ui/skeleton';
import { EmptyState } from '@/shared/ui/state';
import { ClassList } from './class-list';
import { classesOn } from './classes';
import type { DatedClass } from './queries';
import { timetableQueries } from './queries';

function Days({ classes }: { classes: readonly DatedClass[] }): ReactNode {
  const formats = useFormats();
  const days = [...new Set(classes.map(({ day }) => day))].toSorted();
  return (
    <Stack>
      {days.map((day) => (
        <Card
          key={day}
          title={formats.date(new Date(`${day}T00:00:00Z`), {
            weekday: 'long',
            month: 'long',
            day: 'numeric',
            timeZone: 'UTC',
          })}
        >
          <ClassList classes={classesOn(classes, day)} />
        </Card>
      ))}
    </Stack>
  );
}

/** What do I have, when and where? */
export function TimetablePage(): ReactNode {
  const { t } = useTranslation('timetable');
  const [term] = useQueryParam('term');
  const query = useQuery(timetableQueries.term(term));
  return (
    <Page
      title={t('title')}
      actions={
        <AppLink href="/student/watch" className={buttonClass()}>
          <PlayIcon size={18} />
          {t('watch')}
        </AppLink>
      }
    >
      <QueryView
        query={query}
        skeleton={
          <SkeletonGroup>
            <Skeleton height={480} radius={12} />
          </SkeletonGroup>
        }
        isEmpty={({ classes }) => classes.length === 0}
        empty={
          <Card>
            <EmptyState drawing="calendar" title={t('noClasses')} text={t('noClassesText')} />
          </Card>
        }
      >
        {({ classes }) => <Days classes={classes} />}
      </QueryView>
    </Page>
  );
}
