import { useMemo } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useLength } from '@/shared/time/use-length';
import { DataTable } from '@/shared/ui/staff/data-table';
import type { Column } from '@/shared/ui/staff/table/types';
import { useTableState } from '@/shared/ui/staff/use-table-state';
import { EmptyState } from '@/shared/ui/state';
import type { Overview } from './queries';

type Sums = Omit<Overview['classes'][number], 'class'> & { id: string; name: string; href: string };

const share = (part: number, { lessons }: Sums): number => (lessons === 0 ? 0 : Math.round((100 * part) / lessons));
const options = { filters: [] };

interface Props {
  label: string;
  /** Header of the first column. */
  first: string;
  rows: readonly Sums[];
}

/** Totals by course or class. */
export function SumsTable({ label, first, rows }: Props) {
  const { t } = useTranslation('who-watched');
  const formats = useFormats();
  const length = useLength();
  const [state, setState] = useTableState(options);
  const columns = useMemo<readonly Column<Sums>[]>(
    () => [
      { id: 'name', header: first, value: ({ name }) => name },
      {
        id: 'students',
        header: t('sums.students'),
        cell: ({ students }) => formats.number(students),
        value: ({ students }) => students,
        width: 110,
        align: 'end',
        phone: 'none',
      },
      {
        id: 'done',
        header: t('sums.done'),
        cell: (row) => t('sums.share', { percent: share(row.done, row), part: row.done, all: row.lessons }),
        value: (row) => share(row.done, row),
      },
      {
        id: 'started',
        header: t('sums.started'),
        cell: (row) => t('percent', { percent: share(row.started, row) }),
        value: (row) => share(row.started, row),
        width: 130,
        align: 'end',
        phone: 'end',
      },
      {
        id: 'time',
        header: t('sums.seconds'),
        cell: ({ seconds }) => length(seconds),
        value: ({ seconds }) => seconds,
        width: 150,
        phone: 'none',
      },
    ],
    [t, formats, length, first],
  );
  return (
    <DataTable
      {...{ label, columns, rows, state }}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      onState={setState}
      href={({ href }) => href}
      local
      empty={<EmptyState small level={2} title={t('none')} text={t('noneText')} />}
    />
  );
}
