import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { shortCode } from '@/shared/course/short-code';
import type { Translate } from '@/shared/i18n/catalogue';
import type { Locale } from '@/shared/i18n/locale';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Chip, type Tone } from '@/shared/ui/badge';
import { Card } from '@/shared/ui/card';
import { DataTable } from '@/shared/ui/staff/data-table';
import type { Column } from '@/shared/ui/staff/table/types';
import { useTableState } from '@/shared/ui/staff/use-table-state';
import { EmptyState } from '@/shared/ui/state';
import { coursesQueries, type CourseGroup, type Member } from './queries';

const tones: Readonly<Record<Member['state'], Tone>> = {
  confirmed: 'success',
  pending: 'warning',
  dropped: 'neutral',
  left: 'neutral',
};

const options = { filters: [], privateSearch: 'members' };

const columnsIn = (
  locale: Locale,
  t: Translate<'courses'>,
  className: (name: string) => string,
): readonly Column<Member>[] => {
  const name = ({ name: own, nameLatin }: Member): string =>
    locale === 'zh-CN' || nameLatin === '' ? own : `${own} ${nameLatin}`;
  return [
    { id: 'name', header: t('students.name'), value: name },
    { id: 'number', header: t('students.number'), value: ({ studentNumber }) => studentNumber },
    { id: 'class', header: t('students.class'), value: (member) => className(member.class) },
    {
      id: 'state',
      header: t('students.state'),
      cell: ({ state: own }) => <Chip tone={tones[own]}>{t(`state.${own}`)}</Chip>,
      value: ({ state: own }) => t(`state.${own}`),
      width: 140,
      phone: 'end',
    },
  ];
};

/** The students enrolled in a group. */
export function MembersCard({ group }: { group: CourseGroup }) {
  const { t, locale } = useTranslation('courses');
  const [state, setState] = useTableState(options);
  const query = useQuery(coursesQueries.members(group.id));
  const className = useClassName();
  const columns = useMemo(() => columnsIn(locale, t, className), [locale, t, className]);
  const title = t('students.of', { group: shortCode(group.code) });
  return (
    <Card title={title}>
      <DataTable
        label={title}
        {...{ columns, state }}
        rows={query.data ?? []}
        rowId={({ id }) => id}
        rowName={({ name, studentNumber }) => `${name} ${studentNumber}`}
        href={({ id }) => `/admin/students/${encodeURIComponent(id)}`}
        onState={setState}
        pending={query.isPending}
        error={query.error}
        onRetry={() => void query.refetch()}
        local
        empty={<EmptyState small level={3} title={t('students.none')} />}
      />
    </Card>
  );
}
