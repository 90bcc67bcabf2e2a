import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Translate } from '@/shared/i18n/catalogue';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Chip } from '@/shared/ui/badge';
import { DataTable } from '@/shared/ui/staff/data-table';
import type { Column } from '@/shared/ui/staff/table/types';
import { listProps } from '@/shared/ui/staff/table/list-props';
import { useTableState } from '@/shared/ui/staff/use-table-state';
import { EmptyState } from '@/shared/ui/state';
import { useSettled } from '@/shared/ui/use-settled';
import styles from './imports.module.css';
import { importHref } from './links';
import { historyStates, importQueries, type ImportItem } from './queries';

const tableOptions = { filters: ['state'] };
const rowId = ({ id }: ImportItem): string => id;
const rowName = ({ file }: ImportItem): string => file;
const href = ({ id }: ImportItem): string => importHref(id);

/** The state of an import that matters most. */
function stateOf({ undoneAt, refused, open }: ImportItem): 'undone' | 'open' | 'resolved' | 'whole' {
  if (undoneAt !== null) {
    return 'undone';
  }
  return refused === 0 ? 'whole' : open > 0 ? 'open' : 'resolved';
}

interface Words {
  t: Translate<'imports'>;
  number: (value: number) => string;
  moment: (instant: number) => string;
}

/** Who imported it, and whether from the command line. */
function nameOf(t: Words['t'], { source, accountName }: ImportItem): string {
  if (source === 'browser') {
    return accountName;
  }
  return accountName === '' ? t('history.command') : t('history.commandBy', { name: accountName });
}

const who = ({ t, moment }: Words): readonly Column<ImportItem>[] => [
  { id: 'file', header: t('history.file'), value: ({ file }) => file },
  { id: 'kind', header: t('history.kind'), value: ({ kind }) => t(`kind.${kind}`), width: 130 },
  {
    id: 'at',
    header: t('history.at'),
    cell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{moment(at)}</time>,
    value: ({ at }) => at,
    width: 140,
  },
  { id: 'who', header: t('history.who'), value: (one) => nameOf(t, one), width: 130 },
];

const what = ({ t, number }: Words): readonly Column<ImportItem>[] => [
  ...(['created', 'changed', 'refused'] as const).map((id) => ({
    id,
    header: t(`count.${id}`),
    cell: (one: ImportItem) => (
      <>
        {/* Phones have no column headers. */}
        <span className={styles['phone-label']}>{t(`count.${id}`)} </span>
        {number(one[id])}
      </>
    ),
    value: (one: ImportItem) => one[id],
    width: 90,
    align: 'end' as const,
  })),
  {
    id: 'state',
    header: t('history.state'),
    cell: (one) => {
      const state = stateOf(one);
      return state !== 'whole' && <Chip tone={state === 'open' ? 'warning' : 'neutral'}>{t(`history.${state}`)}</Chip>;
    },
    value: (one) => t(`history.${stateOf(one)}`),
    width: 130,
    phone: 'end',
  },
];

export function HistoryTable() {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  const moment = useMoment();
  const [state, setState] = useTableState(tableOptions);
  const search = useSettled(state.search.trim());
  const chosen = historyStates.find((one) => one === state.filters['state']?.at(-1));
  const list = useInfiniteQuery(
    importQueries.history({
      ...(search !== '' && { search }),
      ...(chosen !== undefined && { state: chosen }),
    }),
  );
  const rows = useMemo(() => list.data?.pages.flatMap(({ imports }) => imports) ?? [], [list.data]);
  const columns = useMemo(() => [...who({ t, number, moment }), ...what({ t, number, moment })], [t, number, moment]);
  const filters = useMemo(
    () => [
      {
        id: 'state',
        label: t('history.state'),
        single: true,
        options: historyStates.map((value) => ({ value, label: t(`history.${value}`) })),
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('history.title')}
      {...{ columns, filters, rows, rowId, rowName, href, state }}
      onState={setState}
      fixedOrder
      {...listProps(list)}
      empty={<EmptyState drawing="page" title={t('history.none')} text={t('history.noneText')} />}
    />
  );
}
