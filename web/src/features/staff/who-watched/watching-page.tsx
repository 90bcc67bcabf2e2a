import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useUrlState, useQueryParam } from '@/shared/store/page-location';
import { Stack } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Select } from '@/shared/ui/select';
import { EmptyState } from '@/shared/ui/state';
import { Tabs } from '@/shared/ui/tabs';
import { AgeLine } from './age-line';
import { watchingQueries, type Overview } from './queries';
import { RowsTable } from './rows-table';
import { SumsTable } from './sums-table';
import styles from './watching.module.css';

const tabs = ['courses', 'classes', 'rows'] as const;

function Content({ overview, term }: { overview: Overview; term: string | undefined }) {
  const { t, locale } = useTranslation('who-watched');
  const className = useClassName();
  const { setQuery, query } = useUrlState();
  const selected = tabs.find((one) => one === query['tab']) ?? 'courses';
  const { courses, classes, asOf } = overview;
  const named = useMemo(
    () => ({
      courses: courses.map(({ course, ...counts }) => ({
        ...counts,
        id: course.id,
        name: `${course.code} ${nameIn(locale, course)}`,
        href: `/admin/watching/${encodeURIComponent(course.id)}?term=${encodeURIComponent(overview.term)}`,
      })),
      classes: classes.map(({ class: name, ...counts }) => ({
        ...counts,
        id: name,
        name: name === '' ? t('classes.none') : className(name),
        href: `/admin/watching?tab=rows&class=${encodeURIComponent(name)}&term=${encodeURIComponent(overview.term)}`,
      })),
      names: classes.map(({ class: name }) => name),
    }),
    [courses, classes, locale, overview.term, t, className],
  );
  // The tabs have separate tables that use the same names in the URL, so changing the tab clears them.
  const open = (tab: string): void =>
    setQuery(
      {
        tab: tab === 'courses' ? undefined : tab,
        sort: undefined,
        hide: undefined,
        q: undefined,
        class: undefined,
        state: undefined,
      },
      'push',
    );
  const content = {
    courses: <SumsTable label={t('tab.courses')} first={t('row.course')} rows={named.courses} />,
    classes: <SumsTable label={t('tab.classes')} first={t('row.class')} rows={named.classes} />,
    rows: <RowsTable source={{ taught: false, term, course: undefined }} asOf={asOf} classes={named.names} />,
  };
  return (
    <Tabs
      label={t('title')}
      selected={selected}
      onSelect={open}
      tabs={tabs.map((id) => ({ id, label: t(`tab.${id}`), content: selected === id && content[id] }))}
    />
  );
}

/** Who has watched, by course, by class, and by student and lesson. */
export function WatchingPage() {
  const { t, locale } = useTranslation('who-watched');
  const [term, setTerm] = useQueryParam('term');
  const query = useQuery(watchingQueries.overview(term));
  return (
    <Page title={t('title')}>
      <p>{t('about')}</p>
      <QueryView query={query}>
        {(overview) => (
          <Stack gap={4} shrink>
            <AgeLine
              source={{ taught: false, term, course: undefined }}
              asOf={overview.asOf}
              computing={overview.computing}
            />
            {overview.terms.length > 1 && (
              <Select
                label={t('term')}
                className={styles['term']}
                value={overview.term}
                options={overview.terms.map((one) => ({ value: one.code, label: nameIn(locale, one) }))}
                onChange={({ target }) => setTerm(target.value)}
              />
            )}
            {overview.courses.length === 0 ? (
              <EmptyState drawing="page" title={t('none')} text={t('noneText')} />
            ) : (
              <Content {...{ overview, term }} />
            )}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}
