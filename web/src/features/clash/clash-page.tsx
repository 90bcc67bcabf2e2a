import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { Translate } from '@/shared/i18n/catalogue';
import { nameIn } from '@/shared/i18n/name-in';
import type { Locale } from '@/shared/i18n/locale';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { Dates } from '@/shared/time/use-dates';
import { timeRange, useDates } from '@/shared/time/use-dates';
import { Chip } from '@/shared/ui/badge';
import { Page } from '@/shared/ui/page';
import { DataTable } from '@/shared/ui/staff/data-table';
import type { Column, Filter } from '@/shared/ui/staff/table/types';
import { useTableState } from '@/shared/ui/staff/use-table-state';
import { EmptyState } from '@/shared/ui/state';
import type { Clash } from './queries';
import { clashQueries } from './queries';

const kinds = ['room', 'teacher', 'students'] as const satisfies readonly Clash['kind'][];
const none: readonly Clash[] = [];

function groupText({ course, courseEn, code, starts, ends }: Clash['first'], locale: Locale): string {
  return `${nameIn(locale, { name: course, nameEn: courseEn })} ${code}, ${timeRange(starts, ends)}`;
}

/** What is wanted twice: the room, the teacher, or how many students. */
function whatText({ kind, name, nameEn, students }: Clash, t: Translate<'clash'>, locale: Locale): string {
  return kind === 'students' ? t('students', { count: students }) : nameIn(locale, { name, nameEn });
}

function daysText({ days }: Clash, t: Translate<'clash'>, dates: Dates): string {
  const [first = ''] = days;
  return days.length === 1
    ? dates.short(first)
    : t('days', { count: days.length, first: dates.short(first), last: dates.short(days.at(-1) ?? first) });
}

function columnsIn(t: Translate<'clash'>, locale: Locale, dates: Dates): readonly Column<Clash>[] {
  return [
    {
      id: 'kind',
      header: t('kind'),
      cell: ({ kind }) => <Chip tone={kind === 'students' ? 'warning' : 'danger'}>{t(`kind.${kind}`)}</Chip>,
      value: ({ kind }) => t(`kind.${kind}`),
      width: 120,
      phone: 'end',
    },
    {
      id: 'what',
      header: t('what'),
      cell: (clash) => whatText(clash, t, locale),
      value: (clash) => whatText(clash, t, locale),
    },
    {
      id: 'first',
      header: t('first'),
      cell: ({ first }) => groupText(first, locale),
      value: ({ first }) => groupText(first, locale),
      phone: 'line',
    },
    {
      id: 'second',
      header: t('second'),
      cell: ({ second }) => groupText(second, locale),
      value: ({ second }) => groupText(second, locale),
      phone: 'line',
    },
    {
      id: 'days',
      header: t('when'),
      cell: (clash) => daysText(clash, t, dates),
      value: ({ days }) => days.join(' '),
      phone: 'line',
    },
  ];
}

/** Where the timetable asks for the same room, teacher or students twice at a time, whatever brought it about. */
export function ClashPage(): ReactNode {
  const { t, locale } = useTranslation('clash');
  const dates = useDates();
  const report = useQuery(clashQueries.report());
  const rows = report.data?.clashes ?? none;
  const [state, setState] = useTableState({ filters: ['kind'] });
  // oxlint-disable-next-line react/exhaustive-deps -- the words change with the language alone
  const columns = useMemo(() => columnsIn(t, locale, dates), [locale]);
  const filters = useMemo<readonly Filter<Clash>[]>(
    () => [
      {
        id: 'kind',
        label: t('kind'),
        of: ({ kind }) => kind,
        options: kinds.map((value) => ({
          value,
          label: t(`kind.${value}`),
          count: rows.filter(({ kind }) => kind === value).length,
        })),
      },
    ],
    [t, rows],
  );
  return (
    <Page title={t('title')}>
      <p>{t('about')}</p>
      {report.data !== undefined && report.data.more > 0 && <p>{t('more', { count: report.data.more })}</p>}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={(clash) => `${clash.kind} ${clash.first.id} ${clash.second.id} ${clash.name}`}
        rowName={(clash) => whatText(clash, t, locale)}
        state={state}
        onState={setState}
        filters={filters}
        local
        pending={report.isPending}
        error={report.error}
        onRetry={() => void report.refetch()}
        empty={<EmptyState drawing="calendar" title={t('none')} text={t('noneText')} />}
      />
    </Page>
  );
}
