import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useUrlState } from '@/shared/store/page-location';
import { addDays, isDate } from '@/shared/time/civil';
import { useZone } from '@/shared/time/use-moment';
import { instantOf } from '@/shared/time/zone';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Select } from '@/shared/ui/select';
import { Combobox } from '@/shared/ui/staff/combobox';
import { DateField } from '@/shared/ui/staff/date-field';
import { EmptyState } from '@/shared/ui/state';
import styles from './audit-page.module.css';
import { Chain } from './chain';
import { EntryRow } from './entry-row';
import { auditQueries, useAuditExport, type AuditFilter } from './queries';
import { useAuditSearch } from './use-audit-search';
import { useWords } from './use-words';

const features = [
  'account',
  'course',
  'media',
  'message',
  'planning',
  'roster',
  'student',
  'system',
  'teaching',
  'timetable',
  'watching',
] as const;
const names = ['account', 'object', 'action', 'from', 'to'] as const;

type FilterValues = Record<(typeof names)[number], string>;

const isNarrowed = (values: FilterValues): boolean => names.some((name) => values[name] !== '');

/** The filter in the URL: ids, an action and days. */
function useFilterParams() {
  const { query, setQuery } = useUrlState();
  const values = Object.fromEntries(names.map((name) => [name, query[name] ?? '']));
  const set = (change: Readonly<Partial<FilterValues>>): void =>
    setQuery(Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value || undefined])));
  return [values as FilterValues, set] as const;
}

/** Turns the days in the URL into instants of the college's time zone. The last day is included. */
function toFilter(values: FilterValues, zone: string): AuditFilter {
  const at = (day: string): string => new Date(instantOf(day, '00:00', zone)).toISOString();
  const { account, object, action, from, to } = values;
  return {
    ...(account !== '' && { account }),
    ...(object !== '' && { object }),
    ...(action !== '' && { action }),
    ...(isDate(from) && { from: at(from) }),
    ...(isDate(to) && { to: at(addDays(to, 1)) }),
  };
}

interface FiltersProps {
  values: FilterValues;
  set: (change: Partial<FilterValues>) => void;
  /** The name of a chosen id, if it is in the rows shown. */
  nameOf: (by: 'account' | 'object') => string;
}

/** The filters. The URL has only ids; their names come from the rows. */
function Filters({ values, set, nameOf }: FiltersProps) {
  const { t } = useTranslation('audit');
  const search = useAuditSearch();
  const choice = (by: 'account' | 'object') => (values[by] === '' ? null : { id: values[by], label: nameOf(by) });
  const actions = features.map((feature) => ({ value: `${feature}.`, label: t(`feature.${feature}`) }));
  const known = actions.some(({ value }) => value === values.action) || values.action === '';
  return (
    <div className={styles['filters']}>
      <Combobox
        label={t('audit.person')}
        placeholder={t('audit.personHint')}
        value={choice('account')}
        search={search.people}
        onChange={(chosen) => set({ account: chosen?.id ?? '' })}
      />
      <Combobox
        label={t('audit.object')}
        placeholder={t('audit.objectHint')}
        value={choice('object')}
        search={search.objects}
        onChange={(chosen) => set({ object: chosen?.id ?? '' })}
      />
      <Select
        label={t('audit.action')}
        placeholder={t('audit.all')}
        options={known ? actions : [...actions, { value: values.action, label: values.action }]}
        value={values.action}
        onChange={({ target }) => set({ action: target.value })}
      />
      <DateField label={t('audit.from')} value={values.from} onChange={(from) => set({ from })} />
      <DateField label={t('audit.to')} value={values.to} onChange={(to) => set({ to })} />
      {isNarrowed(values) && (
        <Button onClick={() => set({ account: '', object: '', action: '', from: '', to: '' })}>
          {t('audit.clear')}
        </Button>
      )}
    </div>
  );
}

/** The audit log: who did what, and the values before and after. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const [values, set] = useFilterParams();
  const filter = toFilter(values, useZone());
  const list = useInfiniteQuery(auditQueries.list(filter));
  const file = useAuditExport(filter);
  const narrowed = isNarrowed(values);
  const words = useWords();
  const nameOf = (by: 'account' | 'object'): string => {
    const entry = list.data?.pages.flat().find((one) => one[by] === values[by]);
    return entry === undefined ? values[by] : by === 'account' ? words.who(entry) : entry.objectName;
  };
  return (
    <Page
      title={t('audit.title')}
      actions={
        <>
          <Button loading={file.isPending} onClick={() => file.mutate('csv')}>
            {t('audit.exportCsv')}
          </Button>
          <Button loading={file.isPending} onClick={() => file.mutate('xlsx')}>
            {t('audit.exportXlsx')}
          </Button>
        </>
      }
    >
      <Chain />
      <Filters {...{ values, set, nameOf }} />
      <Card title={t('audit.list')}>
        <QueryView
          query={list}
          isEmpty={({ pages }) => pages.every((page) => page.length === 0)}
          empty={<EmptyState title={t('audit.none')} text={narrowed ? t('audit.noneText') : undefined} />}
        >
          {({ pages }) => (
            <ol>
              {pages.flat().map((entry) => (
                <EntryRow key={entry.id} entry={entry} onFilter={set} />
              ))}
            </ol>
          )}
        </QueryView>
        {list.hasNextPage && (
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('audit.more')}
          </Button>
        )}
      </Card>
    </Page>
  );
}
