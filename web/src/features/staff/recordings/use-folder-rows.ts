import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { Filter, TableState } from '@/shared/ui/staff/table/types';
import { isKnown, isNew, needsLook, type Row } from './folder-store';

const kinds = ['doubts', 'matched', 'here', 'failed'] as const;

/** The filters of the table. */
const is: Record<(typeof kinds)[number], (row: Row) => boolean> = {
  doubts: needsLook,
  matched: (row) => !needsLook(row) && isNew(row),
  here: isKnown,
  failed: ({ sent, left }) => !left && (sent.state === 'failed' || sent.reason !== ''),
};

/** The rows in working order, and which of them is open. */
export function useFolderRows(all: readonly Row[]) {
  const { t } = useTranslation('recordings');
  const [open, setOpen] = useState('');
  const [chosen, choose] = useState<TableState['filters']>({});
  const kind = kinds.find((one) => one === chosen['kind']?.[0]);
  const rows = kind === undefined ? all : all.filter(is[kind]);
  const looks = rows.filter(needsLook);
  const sure = rows.filter((row) => !needsLook(row) && isNew(row));
  const rest = rows.filter((row) => !needsLook(row) && !isNew(row));
  const order = [...looks, ...sure, ...rest];
  const step = (by: number): void => {
    const at = order.findIndex(({ key }) => key === open);
    setOpen(order[Math.max(0, Math.min(order.length - 1, at + by))]?.key ?? '');
  };
  const next = (key: string): void => {
    const at = looks.findIndex((row) => row.key === key);
    setOpen((looks[at + 1] ?? looks.find((row) => row.key !== key))?.key ?? '');
  };
  const filters: readonly Filter<Row>[] = [
    {
      id: 'kind',
      label: t('folder.filter'),
      single: true,
      options: kinds.map((value) => ({
        value,
        label: t(`folder.filter.${value}`),
        count: all.filter(is[value]).length,
      })),
    },
  ];
  return { open, setOpen, looks, sure, rest, order, step, next, filters, chosen, choose };
}

export type FolderView = ReturnType<typeof useFolderRows>;

/** The selected rows; rows hidden by a filter stay selected. */
export function useSelected(all: readonly Row[], order: readonly Row[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(() => new Set());
  const [last, setLast] = useState('');
  const rows = all.filter(({ key }) => keys.has(key));
  return {
    rows,
    has: (key: string) => keys.has(key),
    set: (next: readonly string[]) => setKeys(new Set(next)),
    toggle: (key: string) => {
      setLast(key);
      setKeys(new Set(keys.has(key) ? [...keys].filter((one) => one !== key) : [...keys, key]));
    },
    /** Selects all rows from the last selected one to this one. */
    upTo: (key: string) => {
      const [from, to] = [last, key].map((one) => order.findIndex((row) => row.key === one));
      if (from === undefined || to === undefined || to < 0) {
        return;
      }
      const [first, end] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
      setLast(key);
      setKeys(new Set([...keys, ...order.slice(first, end + 1).map((row) => row.key)]));
    },
  };
}
