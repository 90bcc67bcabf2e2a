import { useMemo, useState } from 'react';
import { Chip } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { BellIcon, LockIcon } from '@/shared/ui/icons';
import { BulkBar } from '@/shared/ui/staff/bulk-bar';
import { DataTable } from '@/shared/ui/staff/data-table';
import type { BulkAction, Column, Filter, TableState } from '@/shared/ui/staff/table/types';
import { EmptyState } from '@/shared/ui/state';
import { Section } from './section';

interface Student {
  id: string;
  name: string;
  number: string;
  className: string;
  status: 'enrolled' | 'suspended';
  credits: number | null;
}

const names = ['林晓雨', 'Chen Haoran', '赵思琪', 'Guo Zixuan', '罗欣怡', 'Tang Jiayi'];
const classes = Array.from({ length: 12 }, (_, at) => `Finance ${2401 + at}`);

const students: readonly Student[] = Array.from({ length: 50_000 }, (_, at) => ({
  id: String(at),
  name: `${names[at % names.length] ?? ''} ${at}`,
  number: String(202_500_000 + at),
  className: classes[Math.floor(at / 5000) % classes.length] ?? '',
  status: at % 7 === 0 ? 'suspended' : 'enrolled',
  credits: at % 11 === 0 ? null : (at * 7) % 160,
}));

const columns: readonly Column<Student>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'number', header: 'Number', value: ({ number }) => number, width: 140 },
  { id: 'class', header: 'Class', value: (row) => row.className },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Chip tone={status === 'enrolled' ? 'success' : 'warning'}>{status}</Chip>,
    value: ({ status }) => status,
    phone: 'end',
  },
  {
    id: 'credits',
    header: 'Credits',
    cell: ({ credits }) => credits ?? '–',
    value: ({ credits }) => credits,
    align: 'end',
    width: 110,
    phone: 'none',
  },
];

const filters: readonly Filter<Student>[] = [
  {
    id: 'status',
    label: 'Status',
    of: ({ status }) => status,
    options: (['enrolled', 'suspended'] as const).map((value) => ({
      value,
      label: value,
      count: students.filter(({ status }) => status === value).length,
    })),
  },
  {
    id: 'class',
    label: 'Class',
    of: ({ className }) => className,
    options: classes.map((value) => ({ value, label: value })),
  },
];

const actions: readonly BulkAction<Student>[] = [
  { id: 'code', label: 'One-time code', icon: LockIcon, run: () => undefined },
  { id: 'notice', label: 'Write a notice', icon: BellIcon, run: () => undefined },
  { id: 'return', label: 'Enrol again', can: ({ status }) => status === 'suspended', run: () => undefined },
  { id: 'end', label: 'End sessions', run: () => undefined },
  { id: 'disable', label: 'Disable', run: () => undefined },
];

const first: TableState = { sort: null, filters: {}, hidden: [], search: '' };
const rowId = ({ id }: Student): string => id;
const rowName = ({ name }: Student): string => name;
const classOf = ({ className }: Student): string => className;
const few = students.slice(0, 12);
const common = { label: 'Students', columns, rowId, rowName, filters, local: true } as const;
const empty = (
  <EmptyState level={3} title="No students yet" text="They come from a list." action={<Button>Import a list</Button>} />
);

function Table({ rows, grouped = false }: { rows: readonly Student[]; grouped?: boolean }) {
  const [state, setState] = useState(first);
  return (
    <DataTable
      {...common}
      label={grouped ? 'By class' : `${rows.length} students`}
      rows={rows}
      state={state}
      onState={setState}
      onOpen={() => undefined}
      actions={actions}
      onExport={() => undefined}
      rowHeight={grouped ? 50 : 36}
      empty={empty}
      {...(grouped && { groupOf: classOf })}
    />
  );
}

/** Fifty thousand rows, a few, and the states without rows. */
export function StaffTable() {
  const [state, setState] = useState<TableState>({
    ...first,
    search: 'nobody',
    filters: { status: ['enrolled'] },
  });
  const grouped = useMemo(() => students.slice(0, 20_000), []);
  const still = { ...common, rows: [], empty, state: first, onState: () => undefined };
  return (
    <div style={{ ['--table-height' as string]: '360px' }}>
      <Section title="staff/data-table, staff/bulk-bar" wide>
        <Table rows={students} />
        <Table rows={grouped} grouped />
        <Table rows={few} />
        <DataTable {...still} label="Loading" pending />
        <DataTable {...still} label="Empty" />
        <DataTable {...still} label="None found" state={state} onState={setState} />
        <DataTable
          {...still}
          label="Failed"
          error={new Error('The college cannot be reached.')}
          onRetry={() => undefined}
        />
        <BulkBar rows={few} actions={actions} onNone={() => undefined} />
      </Section>
    </div>
  );
}
