import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useQueryParam } from '@/shared/store/page-location';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { BellIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { AgeLine } from './age-line';
import { LessonsCard } from './lessons-card';
import { watchingQueries, type CourseView, type Source } from './queries';
import { RemindDialog } from './remind-dialog';
import { RowsTable } from './rows-table';

function Computed({ source, view }: { source: Source; view: CourseView }) {
  const { t } = useTranslation('who-watched');
  const [chosen, choose] = useQueryParam('curve');
  const [reminding, setReminding] = useState(false);
  const { lessons, classes, groups, asOf } = view;
  return (
    <>
      <LessonsCard {...{ lessons, chosen }} watch={source.taught} onChoose={choose} />
      <Card
        title={t('rows.title')}
        extra={
          <Button icon={BellIcon} onClick={() => setReminding(true)}>
            {t('remind.open')}
          </Button>
        }
      >
        <RowsTable {...{ source, asOf, lessons, classes }} {...(!source.taught && { groups })} />
      </Card>
      {reminding && <RemindDialog {...{ source, view }} onClose={() => setReminding(false)} />}
    </>
  );
}

/** A course or group: its lessons, where viewers stop, and who has watched what. */
export function CourseContent({ source }: { source: Source }) {
  const { t } = useTranslation('who-watched');
  const query = useQuery(watchingQueries.view(source));
  return (
    <QueryView query={query}>
      {(view) => (
        <Stack gap={4} shrink>
          <AgeLine {...{ source }} asOf={view.asOf} computing={view.computing} />
          {view.lessons.length === 0 ? (
            <EmptyState drawing="page" title={t('lessons.none')} text={t('lessons.noneText')} />
          ) : (
            <Computed {...{ source, view }} />
          )}
        </Stack>
      )}
    </QueryView>
  );
}

/** Who in a group has watched, for its teacher. */
export function GroupWatching({ group }: { group: string }) {
  return <CourseContent source={{ taught: true, group }} />;
}
