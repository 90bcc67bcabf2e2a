import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { useMoment } from '@/shared/time/use-moment';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { BellIcon } from '@/shared/ui/icons';
import { Cluster } from '@/shared/ui/layout';
import { DataTable } from '@/shared/ui/staff/data-table';
import type { Column, Filter } from '@/shared/ui/staff/table/types';
import { listProps } from '@/shared/ui/staff/table/list-props';
import { useTableState } from '@/shared/ui/staff/use-table-state';
import { EmptyState } from '@/shared/ui/state';
import { useSettled } from '@/shared/ui/use-settled';
import styles from './notices.module.css';
import { noticeQueries, useNoticeAction, useWaitingExport, type Reach, type Waiting } from './queries';

const filterIds = ['read'] as const;
const readStates = ['no', 'yes', 'none'] as const;
const rowId = ({ student }: Waiting): string => student;
const rowName = ({ name }: Waiting): string => name;
const stateOf = ({ read, account }: Waiting): 'yes' | 'no' | 'none' => (account ? (read ? 'yes' : 'no') : 'none');

/** Reminds those who haven't acknowledged; says when that is possible, and why not now. */
function Remind({ reach }: { reach: Reach }) {
  const { t } = useTranslation('notices');
  const moment = useMoment();
  const action = useNoticeAction();
  const { message, students, acknowledged, remindFrom } = reach;
  const count = students - acknowledged;
  if (message.state !== 'sent' || count <= 0) {
    return null;
  }
  const remind = async (): Promise<void> => {
    try {
      const count = await action.mutateAsync({ message: message.id, action: 'remind' });
      notify('success', t('waiting.reminded', { count }));
    } catch {
      // the error is already shown
    }
  };
  return (
    <Cluster gap="1 3">
      <Button
        variant="primary"
        icon={BellIcon}
        disabled={remindFrom !== ''}
        loading={action.isPending}
        onClick={() => void remind()}
      >
        {t('waiting.remind', { count })}
      </Button>
      <span className={classNames('text-3', styles['note'])}>
        {remindFrom === '' ? t('waiting.rule') : t('waiting.remindFrom', { when: moment(Date.parse(remindFrom)) })}
      </span>
    </Cluster>
  );
}

function useColumns(): readonly Column<Waiting>[] {
  const { t } = useTranslation('notices');
  const className = useClassName();
  return useMemo<readonly Column<Waiting>[]>(
    () => [
      { id: 'name', header: t('waiting.name'), value: rowName },
      { id: 'latin', header: t('waiting.latin'), value: (row) => row.nameLatin, phone: 'none' },
      { id: 'number', header: t('waiting.number'), value: (row) => row.studentNumber },
      { id: 'class', header: t('waiting.class'), value: (row) => className(row.class) },
      {
        id: 'read',
        header: t('waiting.read'),
        value: (row) => t(`waiting.read.${stateOf(row)}`),
        phone: 'end',
      },
    ],
    [t, className],
  );
}

/** Lists and exports those who haven't acknowledged a notice, with a button to remind them. */
export function WaitingCard({ reach }: { reach: Reach }) {
  const { t } = useTranslation('notices');
  const { id } = reach.message;
  const [state, setState] = useTableState({ filters: filterIds, privateSearch: `waiting ${id}` });
  const search = useSettled(state.search.trim());
  const read = readStates.find((one) => one === state.filters['read']?.at(-1));
  const filter = { ...(search !== '' && { search }), ...(read !== undefined && { read }) };
  const list = useInfiniteQuery(noticeQueries.waiting(id, filter));
  const file = useWaitingExport(id, filter, t('waiting.file'));
  const rows = useMemo(() => list.data?.pages.flat() ?? [], [list.data]);
  const columns = useColumns();
  const filters = useMemo<readonly Filter<Waiting>[]>(
    () => [
      {
        id: 'read',
        label: t('waiting.read'),
        single: true,
        options: readStates.map((value) => ({ value, label: t(`waiting.read.${value}`) })),
      },
    ],
    [t],
  );
  return (
    <Card title={t('waiting.title')} extra={<Remind reach={reach} />}>
      <DataTable
        label={t('waiting.title')}
        {...{ columns, rows, rowId, rowName, filters, state }}
        onState={setState}
        fixedOrder
        {...listProps(list)}
        onExport={(kind) => file.mutate(kind)}
        empty={<EmptyState small level={3} title={t('waiting.none')} text={t('waiting.noneText')} />}
      />
    </Card>
  );
}
