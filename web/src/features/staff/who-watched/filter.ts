import type { TableState } from '@/shared/ui/staff/table/types';
import type { RowsFilter } from './queries';

export const states = ['never', 'started', 'unfinished', 'done'] as const;

const orders = ['number', 'seconds', 'seen', 'lesson'] as const;

/** The filters of the list by their names in the URL, which are those of the API. */
export const filterIds = ['lesson', 'class', 'group', 'state'] as const;

/** Reads the filter from the URL and the search field; values the server doesn't know are dropped. */
export function toFilter(state: Pick<TableState, 'filters' | 'sort'>, search: string): RowsFilter {
  const chosen = (id: (typeof filterIds)[number]): string => state.filters[id]?.at(-1) ?? '';
  const how = states.find((one) => one === chosen('state'));
  const sort = orders.find((one) => one === state.sort?.id);
  return {
    ...(search !== '' && { search }),
    ...(chosen('lesson') !== '' && { lesson: chosen('lesson') }),
    ...(chosen('class') !== '' && { class: chosen('class') }),
    ...(chosen('group') !== '' && { group: chosen('group') }),
    ...(how && { state: how }),
    ...(sort && { sort, order: state.sort?.desc === true ? 'descending' : 'ascending' }),
  };
}
