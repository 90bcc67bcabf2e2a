import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { DataTable } from '@/shared/ui/staff/data-table';
import { listProps } from '@/shared/ui/staff/table/list-props';
import { useSettled } from '@/shared/ui/use-settled';
import { useTableState } from '@/shared/ui/staff/use-table-state';
import { EmptyState } from '@/shared/ui/state';
import { filterIds, toFilter } from './filter';
import { rowsIn, useExport, watchingQueries, type Source, type WatchingRow } from './queries';
import { useFilters, type Choices } from './use-filters';
import { useColumns } from './use-columns';

const options = { filters: filterIds, privateSearch: 'watching' };
const rowId = ({ student, lesson, group }: WatchingRow): string => `${student} ${lesson} ${group.id}`;
const rowName = ({ name, title }: WatchingRow): string => `${name} ${title}`;

interface Props extends Choices {
  source: Source;
  /** Rows of another computation must not be mixed with these. */
  asOf: string;
}

/** Who has watched which lesson; the server searches, filters, sorts and pages. */
export function RowsTable({ source, asOf, ...choices }: Props) {
  const { t } = useTranslation('who-watched');
  const [state, setState] = useTableState(options);
  const search = useSettled(state.search.trim());
  const filter = toFilter(state, search);
  const list = useInfiniteQuery(watchingQueries.rows(source, filter, asOf));
  const rows = useMemo(() => rowsIn(list.data), [list.data]);
  const [first] = list.data?.pages ?? [];
  const file = useExport(source, filter, t('rows.title'));
  return (
    <DataTable
      label={t('rows.title')}
      columns={useColumns(choices.lessons === undefined)}
      filters={useFilters(choices)}
      {...{ rows, rowId, rowName, state }}
      onState={setState}
      total={first === undefined || first.more ? undefined : first.total}
      {...listProps(list)}
      exportByServer
      onExport={(kind) => file.mutate(kind)}
      empty={<EmptyState small level={2} title={t('rows.none')} text={t('rows.noneText')} />}
    />
  );
}
