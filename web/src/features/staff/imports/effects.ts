import type { TableState } from '@/shared/ui/staff/table/types';
import {
  CheckIcon,
  CloseIcon,
  ErrorIcon,
  MinusIcon,
  PencilIcon,
  PlusIcon,
  TrashIcon,
  type IconType,
} from '@/shared/ui/icons';
import { rowPage, type DraftRow, type Preview, type RowFilter } from './queries';

type Effect = DraftRow['effect'];

/** What can happen to a row, in the order in which staff look at it. */
export const effects = ['refused', 'removed', 'changed', 'created', 'gone', 'unchanged', 'leftOut'] as const;

/** Whether the row stands for a record of the college that isn't in the file. */
export const isMissing = (effect: Effect): boolean => effect === 'gone' || effect === 'removed';

/** The icon of each effect, always beside its name. */
export const effectIcons: Readonly<Record<Effect, IconType>> = {
  refused: ErrorIcon,
  removed: TrashIcon,
  changed: PencilIcon,
  created: PlusIcon,
  gone: MinusIcon,
  unchanged: CheckIcon,
  leftOut: CloseIcon,
};

/** The names of the row filters in the URL. */
export const filterIds = ['effect', 'field', 'reason'];

export function goodRows({ created, changed, unchanged }: Preview): number {
  return created + changed + unchanged;
}

/** Whether the import would change anything. */
export function doesSomething({ created, changed, removed }: Preview): boolean {
  return created + changed + removed > 0;
}

/**
 * The groups in which rows are fetched: a short file as one group that is sorted here; a long one by effect, rows with
 * errors first.
 */
export function groupsOf(preview: Preview, { effect }: RowFilter): readonly (Effect | undefined)[] {
  if (effect !== undefined) {
    return [effect];
  }
  const groups = effects.filter((one) => preview[one] > 0);
  const all = groups.reduce((sum, one) => sum + preview[one], 0);
  return all <= rowPage ? [undefined] : groups;
}

/** Sorts rows by effect; within an effect they stay in the order of the file. */
export function byEffect(rows: readonly DraftRow[]): readonly DraftRow[] {
  return effects.flatMap((effect) => rows.filter((row) => row.effect === effect));
}

/** Reads the filter from the URL and the search field; values the server doesn't know are dropped. */
export function toRowFilter({ filters }: Pick<TableState, 'filters'>, search: string): RowFilter {
  const [field, reason] = [filters['field']?.at(-1), filters['reason']?.at(-1)];
  const effect = effects.find((one) => one === filters['effect']?.at(-1));
  return {
    ...(effect && { effect }),
    ...(field !== undefined && { field }),
    ...(reason !== undefined && { reason }),
    ...(search !== '' && { search }),
  };
}

/**
 * Keeps the filters compatible: a changed field implies changed rows, a reason implies rows with errors. The filter
 * chosen last decides, so that no choice leads to an empty list.
 */
export function consistent(before: TableState, next: TableState): TableState {
  const pressed = (id: string): boolean => {
    const [was, now] = [before.filters[id]?.at(-1), next.filters[id]?.at(-1)];
    return now !== undefined && now !== was;
  };
  if (pressed('field')) {
    return { ...next, filters: { effect: ['changed'], field: next.filters['field'] ?? [] } };
  }
  if (pressed('reason')) {
    return { ...next, filters: { effect: ['refused'], reason: next.filters['reason'] ?? [] } };
  }
  return next;
}
