import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { termsQuery } from '@/shared/timetable/terms-query';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { Page } from '@/shared/ui/page';
import { DataTable } from '@/shared/ui/staff/data-table';
import type { Column } from '@/shared/ui/staff/table/types';
import { listProps } from '@/shared/ui/staff/table/list-props';
import { useTableState } from '@/shared/ui/staff/use-table-state';
import { EmptyState } from '@/shared/ui/state';
import { useSettled } from '@/shared/ui/use-settled';
import { coursesQueries, type CourseItem } from './queries';

const options = { filters: ['term'] };
const rowId = ({ id }: CourseItem): string => id;
const hrefOf = ({ id }: CourseItem): string => `/admin/courses/${encodeURIComponent(id)}`;

function useColumns(): readonly Column<CourseItem>[] {
  const { t, locale } = useTranslation('courses');
  const { list, number } = useFormats();
  return useMemo(() => {
    const teachers = (one: CourseItem): string => list(one.teachers.map((teacher) => nameIn(locale, teacher)));
    const count = (id: 'groups' | 'students' | 'lessons'): Column<CourseItem> => ({
      id,
      header: t(`list.${id}`),
      cell: (one) => number(one[id]),
      value: (one) => one[id],
      width: 100,
      align: 'end',
      phone: id === 'students' ? 'end' : 'none',
    });
    return [
      { id: 'name', header: t('list.name'), value: (one) => nameIn(locale, one) },
      { id: 'code', header: t('list.code'), value: ({ code }) => code, width: 140 },
      { id: 'teachers', header: t('list.teachers'), value: teachers },
      count('groups'),
      count('students'),
      count('lessons'),
    ];
  }, [t, locale, list, number]);
}

function useFilters() {
  const { t, locale } = useTranslation('courses');
  const { data } = useQuery(termsQuery);
  return useMemo(
    () => [
      {
        id: 'term',
        label: t('list.term'),
        single: true,
        listed: true,
        options: (data?.terms ?? []).map((term) => ({ value: term.id, label: nameIn(locale, term) })),
      },
    ],
    [data, locale, t],
  );
}

/** All courses, with search and a filter by term. */
export function CoursesPage() {
  const { t, locale } = useTranslation('courses');
  const [state, setState] = useTableState(options);
  const search = useSettled(state.search.trim());
  const term = state.filters['term']?.at(-1);
  const list = useInfiniteQuery(
    coursesQueries.list({ ...(search !== '' && { search }), ...(term !== undefined && { term }) }),
  );
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  return (
    <Page title={t('list.title')}>
      <DataTable
        label={t('list.title')}
        columns={useColumns()}
        filters={useFilters()}
        {...{ rows, rowId, state }}
        rowName={(one) => nameIn(locale, one)}
        href={hrefOf}
        onState={setState}
        fixedOrder
        total={list.data?.pages[0]?.total}
        {...listProps(list)}
        empty={
          <EmptyState
            drawing="page"
            title={t('list.empty')}
            text={t('list.emptyText')}
            action={
              <AppLink href="/admin/imports?kind=courses" className={buttonClass({ variant: 'primary' })}>
                {t('list.toImport')}
              </AppLink>
            }
          />
        }
      />
    </Page>
  );
}
