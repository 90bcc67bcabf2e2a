import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { usePageLocation } from '@/shared/store/page-location';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { PlusIcon } from '@/shared/ui/icons';
import { Page } from '@/shared/ui/page';
import { DataTable } from '@/shared/ui/staff/data-table';
import { listProps } from '@/shared/ui/staff/table/list-props';
import { useTableState } from '@/shared/ui/staff/use-table-state';
import { EmptyState } from '@/shared/ui/state';
import { useSettled } from '@/shared/ui/use-settled';
import { filterIds, toFilter } from './filter';
import { lastList } from './list-store';
import { PhotosButton } from './photos-dialog';
import { studentsIn, studentsQueries, type StudentItem } from './queries';
import { hiddenColumns, useColumns } from './use-columns';
import { useBulkActions } from './use-bulk-actions';
import { useCan } from './use-can';
import { useExport } from './use-export';
import { useFilters } from './use-filters';

const options = { filters: filterIds, hidden: hiddenColumns, privateSearch: 'students' };
const rowId = ({ id }: StudentItem): string => id;
const rowName = ({ name, studentNumber }: StudentItem): string => `${name} ${studentNumber}`;
const hrefOf = ({ id }: StudentItem): string => `/admin/students/${encodeURIComponent(id)}`;

/** Shown until there are students: how to add some. */
function NoStudents({ change }: { change: boolean }) {
  const { t } = useTranslation('students');
  return change ? (
    <EmptyState
      drawing="page"
      title={t('list.empty')}
      text={t('list.emptyText')}
      action={
        <>
          <AppLink href="/admin/imports" className={buttonClass({ variant: 'primary' })}>
            {t('list.toImport')}
          </AppLink>
          <AppLink href="/admin/students/new" className={buttonClass()}>
            {t('create.open')}
          </AppLink>
        </>
      }
    />
  ) : (
    <EmptyState drawing="page" title={t('list.emptyOwn')} text={t('list.emptyOwnText')} />
  );
}

/** All students, with search, filters, bulk actions and export. */
export function StudentsPage() {
  const { t } = useTranslation('students');
  const { change } = useCan();
  const [state, setState] = useTableState(options);
  const search = useSettled(state.search.trim());
  const filter = toFilter(state, search);
  const list = useInfiniteQuery(studentsQueries.list(filter));
  const rows = useMemo(() => studentsIn(list.data), [list.data]);
  const { fullPath } = usePageLocation();
  const remember = useEffectEvent((href: string, text: string) =>
    lastList.set({ filter: toFilter(state, text), href }),
  );
  useEffect(() => remember(fullPath, search), [fullPath, search]); // the URL has the rest of the filter
  const pages = list.data?.pages ?? [];
  const [first] = pages;
  const last = pages.at(-1);
  const file = useExport(filter);
  const { actions, dialog } = useBulkActions();
  return (
    <Page
      title={t('list.title')}
      actions={
        change && (
          <>
            <PhotosButton />
            <AppLink href="/admin/students/new" className={buttonClass({ variant: 'primary' })}>
              <PlusIcon size={18} />
              {t('create.open')}
            </AppLink>
          </>
        )
      }
    >
      <DataTable
        label={t('list.title')}
        columns={useColumns()}
        filters={useFilters()}
        {...{ rows, rowId, rowName, state }}
        onState={setState}
        href={hrefOf}
        total={first === undefined || first.more ? undefined : first.total}
        cut={last !== undefined && last.more && rows.length <= last.total}
        {...listProps(list)}
        exportByServer
        onExport={change ? (kind) => file.mutate(kind) : undefined}
        actions={actions}
        empty={<NoStudents change={change} />}
      />
      {dialog}
    </Page>
  );
}
