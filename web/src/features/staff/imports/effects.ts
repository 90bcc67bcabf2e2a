import type { TableState } from '@/shared/ui/staff/table/types';
import { CheckIcon, CloseIcon, ErrorIcon, MinusIcon, PencilIcon, PlusIcon, type IconType } from '@/shared/ui/icons';
import { rowPage, type DraftRow, type Preview, type RowFilter } from './queries';

type Effect = DraftRow['effect'];

/** What can become of a row, in the order in which staff look at it. */
export const effects = ['refused', 'changed', 'created', 'gone', 'unchanged', 'leftOut'] as const;

/** The mark of each; a word always stands beside it. */
export const effectIcons: Readonly<Record<Effect, IconType>> = {
  refused: ErrorIcon,
  changed: PencilIcon,
  created: PlusIcon,
  gone: MinusIcon,
  unchanged: CheckIcon,
  leftOut: CloseIcon,
};

/** The filters of the rows by their names in the address. */
export const filterIds = ['effect', 'field', 'reason'];

/** How many rows of the file there are to write. */
export function goodRows({ created, changed, unchanged }: Preview): number {
  return created + changed + unchanged;
}

/** Whether applying would do anything. */
export function doesSomething({ created, changed, removed }: Preview): boolean {
  return created + changed + removed > 0;
}

/**
 * In which groups the rows are asked for: a short file in one, whose rows are sorted here; of a long one those that are
 * refused first, then group by group.
 */
export function groupsOf(preview: Preview, { effect }: RowFilter): readonly (Effect | undefined)[] {
  if (effect !== undefined) {
    return [effect];
  }
  const groups = effects.filter((one) => preview[one] > 0);
  const all = groups.reduce((sum, one) => sum + preview[one], 0);
  return all <= rowPage ? [undefined] : groups;
}

/** The rows in the order of the groups; rows of one group stay in the order of the file. */
export function byEffect(rows: readonly DraftRow[]): readonly DraftRow[] {
  return effects.flatMap((effect) => rows.filter((row) => row.effect === effect));
}

/** What the address and the search field ask for; what the server would not know is left out. */
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
 * A chip of a changed field shows changed rows, one of a reason refused ones: whichever was pressed last takes the
 * other filters along, so that a press never ends at nothing.
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
