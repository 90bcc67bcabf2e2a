import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { usePageLocation, useQueryParam } from '@/shared/store/page-location';
import { AppLink } from '@/shared/ui/app-link';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { roomQueries, type Table } from './queries';

/** Shows the weeks of a table; the timetable feature provides it. */
type Week = ComponentType<{ table: Table; week: number | undefined; onWeek: (week: number) => void }>;

function TablePage({
  title,
  about,
  query,
  Week,
}: {
  title: string;
  about: string;
  query: UseQueryResult<Table>;
  Week: Week;
}) {
  const { t } = useTranslation('rooms');
  const [week, setWeek] = useQueryParam('week');
  return (
    <Page title={title}>
      <p className="text-2">
        {about !== '' && `${about} · `}
        <AppLink href="/rooms">{t('title')}</AppLink>
      </p>
      <QueryView query={query}>
        {(table) => (
          <Week
            table={table}
            week={week === undefined ? undefined : Number(week)}
            onWeek={(next) => setWeek(String(next))}
          />
        )}
      </QueryView>
    </Page>
  );
}

/** The timetable of a room. */
export function RoomPage({ Week }: { Week: Week }) {
  const { t, locale } = useTranslation('rooms');
  const { room = '' } = usePageLocation().parameters;
  const [term] = useQueryParam('term');
  const query = useQuery(roomQueries.room(room, term));
  const found = query.data?.room;
  const campus = query.data?.campuses.find(({ id }) => id === found?.campus);
  const seats = found === undefined || found.seats === 0 ? '' : t('seats', { count: found.seats });
  const about = [nameIn(locale, campus), found?.building ?? '', seats].filter((word) => word !== '').join(' · ');
  return <TablePage title={nameIn(locale, found) || t('room')} {...{ about, query, Week }} />;
}

/** The timetable of a teacher. */
export function TeacherPage({ Week }: { Week: Week }) {
  const { t, locale } = useTranslation('rooms');
  const { teacher = '' } = usePageLocation().parameters;
  const [term] = useQueryParam('term');
  const query = useQuery(roomQueries.teacher(teacher, term));
  return <TablePage title={nameIn(locale, query.data?.teacher) || t('teacher')} about="" {...{ query, Week }} />;
}
