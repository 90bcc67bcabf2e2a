import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { PlusIcon } from '@/shared/ui/icons';
import { Page } from '@/shared/ui/page';
import { DataTable } from '@/shared/ui/staff/data-table';
import type { Column, Filter, TableState } from '@/shared/ui/staff/table/types';
import { listProps } from '@/shared/ui/staff/table/list-props';
import { useSettled } from '@/shared/ui/use-settled';
import { useTableState } from '@/shared/ui/staff/use-table-state';
import { EmptyState } from '@/shared/ui/state';
import styles from './notices.module.css';
import { noticeQueries, type Sent } from './queries';
import { StateChip } from './state-chip';
import { useHome } from './use-home';
import { states, useWords } from './use-words';

/** A notice and its numbers, once they are loaded. */
type Row = Sent & { counts?: { students: number; readers: number; acknowledged: number } };

const stateNames = Object.keys(states) as Sent['state'][];
const filterIds = ['state'] as const;
const rowId = ({ id }: Sent): string => id;

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('notices');
  const words = useWords();
  const moment = useMoment();
  const of = (n: number | undefined, m: number | undefined): string =>
    n === undefined || m === undefined ? '…' : t('list.of', { n: String(n), m: String(m) });
  return [
    { id: 'title', header: t('list.title'), value: ({ title }) => words.text(title) },
    {
      id: 'state',
      header: t('list.state'),
      cell: ({ state }) => <StateChip state={state} />,
      value: ({ state }) => t(`state.${state}`),
      width: 130,
      phone: 'end',
    },
    { id: 'to', header: t('list.to'), value: words.audience },
    { id: 'sent', header: t('list.sent'), value: ({ sent }) => moment(Date.parse(sent)), width: 130 },
    {
      id: 'read',
      header: t('list.read'),
      cell: ({ counts }) => (
        <>
          {/* Phones have no column headers. */}
          <span className={styles['phone-label']}>{t('list.read')} </span>
          {of(counts?.readers, counts?.students)}
        </>
      ),
      value: ({ counts }) => of(counts?.readers, counts?.students),
      width: 110,
    },
    {
      id: 'received',
      header: t('list.received'),
      value: ({ acknowledge, counts }) => (acknowledge ? of(counts?.acknowledged, counts?.students) : '–'),
      width: 110,
      phone: 'none',
    },
    {
      id: 'deadline',
      header: t('list.deadline'),
      value: ({ deadline }) => (deadline ? moment(Date.parse(deadline)) : '–'),
      width: 130,
      phone: 'none',
    },
    {
      id: 'sender',
      header: t('list.sender'),
      value: ({ senderName }) => senderName,
      width: 110,
      phone: 'none',
    },
  ];
}

/** The rows loaded so far; their numbers follow. */
function useRows(state: TableState) {
  const chosen = stateNames.find((name) => name === state.filters['state']?.[0]);
  const search = useSettled(state.search.trim());
  const list = useInfiniteQuery(
    noticeQueries.list({ ...(chosen && { state: chosen }), ...(search !== '' && { search }) }),
  );
  const pages = list.data?.pages ?? [];
  const counted = useQueries({
    queries: pages
      .filter(({ messages }) => messages.length > 0)
      .map(({ messages }) => noticeQueries.counts(messages.map(rowId))),
  });
  const counts = new Map(counted.flatMap(({ data }) => data ?? []).map((one) => [one.id, one]));
  const rows = pages
    .flatMap(({ messages }) => messages)
    .map((one): Row => {
      const known = counts.get(one.id);
      return known === undefined ? one : { ...one, counts: known };
    });
  return { list, rows };
}

function Write() {
  const { t } = useTranslation('notices');
  return (
    <AppLink href={`${useHome()}/new`} className={buttonClass({ variant: 'primary' })}>
      <PlusIcon size={18} />
      {t('list.write')}
    </AppLink>
  );
}

/** Notices that were sent or are scheduled, with how many people have read and acknowledged them. */
export function NoticesPage() {
  const { t } = useTranslation('notices');
  const words = useWords();
  const [state, setState] = useTableState({ filters: filterIds });
  const home = useHome();
  const href = useCallback(({ id }: Sent): string => `${home}/${encodeURIComponent(id)}`, [home]);
  const { list, rows } = useRows(state);
  const columns = useColumns();
  const filters = useMemo<readonly Filter<Row>[]>(
    () => [
      {
        id: 'state',
        label: t('list.state'),
        single: true,
        options: stateNames.map((value) => ({ value, label: t(`state.${value}`) })),
      },
    ],
    [t],
  );
  return (
    <Page title={t('list.heading')} actions={<Write />}>
      <div className={styles['table']}>
        <DataTable
          label={t('list.heading')}
          {...{ columns, rows, rowId, href, filters, state }}
          rowName={({ title }) => words.text(title)}
          onState={setState}
          fixedOrder
          rowHeight={50}
          {...listProps(list)}
          empty={<EmptyState title={t('list.none')} text={t('list.noneText')} action={<Write />} />}
        />
      </div>
    </Page>
  );
}
