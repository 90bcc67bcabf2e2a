import { useMemo } from 'react';
import type { Translate } from '@/shared/i18n/catalogue';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { DataTable } from '@/shared/ui/staff/data-table';
import type { Column, Filter } from '@/shared/ui/staff/table/types';
import { useTableState } from '@/shared/ui/staff/use-table-state';
import { EmptyState } from '@/shared/ui/state';
import { AccountState, stateOf, type State } from './account-state';
import { partOf, parts, type Account } from './queries';

const filterIds = ['scope', 'state'];
const states = ['open', 'never', 'code', 'closed'] as const satisfies readonly State[];
const none: readonly Account[] = [];

function columnsIn(
  t: Translate<'staff-accounts'>,
  moment: (at: number) => string,
  className: (name: string) => string,
): readonly Column<Account>[] {
  return [
    { id: 'name', header: t('table.name'), value: ({ name }) => name },
    { id: 'scope', header: t('table.scope'), value: (account) => t(`scope.${partOf(account)}`) },
    {
      id: 'classes',
      header: t('table.classes'),
      cell: ({ classes }) => (classes.length === 0 ? '–' : classes.map(className).join(t('table.comma'))),
      value: ({ classes }) => classes.map(className).join(', '),
    },
    { id: 'phone', header: t('table.phone'), value: ({ phone }) => phone, width: 140, phone: 'none' },
    {
      id: 'state',
      header: t('table.state'),
      cell: (account) => <AccountState account={account} />,
      value: (account) => t(`state.${stateOf(account)}`),
      width: 150,
      phone: 'end',
    },
    {
      id: 'factor',
      header: t('table.factor'),
      value: ({ secondFactor }) => t(secondFactor ? 'facts.on' : 'facts.off'),
      width: 120,
      phone: 'none',
    },
    {
      id: 'login',
      header: t('table.login'),
      cell: ({ lastLogin }) => (lastLogin === '' ? '–' : moment(Date.parse(lastLogin))),
      value: ({ lastLogin }) => lastLogin,
      width: 140,
      phone: 'none',
    },
  ];
}

interface Props {
  accounts: readonly Account[] | undefined;
  pending: boolean;
  error: unknown;
  onRetry: () => void;
  onOpen: (account: Account) => void;
}

/** The accounts of staff and teachers, all loaded, so that they are sorted, filtered and searched in the browser. */
export function AccountsTable({ accounts = none, pending, error, onRetry, onOpen }: Props) {
  const { t } = useTranslation('staff-accounts');
  const moment = useMoment();
  const [state, setState] = useTableState({ filters: filterIds, privateSearch: 'accounts' });
  const className = useClassName();
  const columns = useMemo(() => columnsIn(t, moment, className), [t, moment, className]);
  const filters = useMemo<readonly Filter<Account>[]>(() => {
    const count = (fits: (account: Account) => boolean): number => accounts.filter(fits).length;
    return [
      {
        id: 'scope',
        label: t('table.scope'),
        of: partOf,
        options: parts.map((value) => ({
          value,
          label: t(`scope.${value}`),
          count: count((account) => partOf(account) === value),
        })),
      },
      {
        id: 'state',
        label: t('table.state'),
        of: stateOf,
        options: states.map((value) => ({
          value,
          label: t(`state.${value}`),
          count: count((account) => stateOf(account) === value),
        })),
      },
    ];
  }, [t, accounts]);
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={accounts}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      state={state}
      onState={setState}
      filters={filters}
      local
      onOpen={onOpen}
      pending={pending}
      error={error}
      onRetry={onRetry}
      empty={<EmptyState title={t('table.none')} />}
    />
  );
}
