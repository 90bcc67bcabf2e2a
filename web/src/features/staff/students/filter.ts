import type { TableState } from '@/shared/ui/staff/table/types';

/** How a student stands to the college, in the order of a life. */
export const statuses = ['enrolled', 'suspended', 'exchange', 'graduated', 'withdrawn'] as const;

/** One of them. */
export type Status = (typeof statuses)[number];

/** What can be told of an account that waits for its owner. */
export const logins = ['never', 'firstPassword'] as const;

const orders = ['number', 'name'] as const;

/** The filters of the list by their names in the address, which are those of the API. */
export const filterIds = ['programme', 'year', 'class', 'campus', 'status', 'login'] as const;

/** What the list is narrowed down to and sorted by. */
export interface StudentFilter {
  search?: string;
  programme?: string;
  year?: number;
  class?: string;
  campus?: string;
  status?: Status;
  login?: (typeof logins)[number];
  sort?: (typeof orders)[number];
  order?: 'ascending' | 'descending';
}

/** What the address and the search field ask for; what the server would not know is left out. */
export function toFilter(state: Pick<TableState, 'filters' | 'sort'>, search: string): StudentFilter {
  const chosen = (id: (typeof filterIds)[number]): string => state.filters[id]?.at(-1) ?? '';
  const year = /^\d{4}$/u.test(chosen('year')) ? Number(chosen('year')) : 0;
  const status = statuses.find((one) => one === chosen('status'));
  const login = logins.find((one) => one === chosen('login'));
  const sort = orders.find((one) => one === state.sort?.id);
  return {
    ...(search !== '' && { search }),
    ...(chosen('programme') !== '' && { programme: chosen('programme') }),
    ...(year > 0 && { year }),
    ...(chosen('class') !== '' && { class: chosen('class') }),
    ...(chosen('campus') !== '' && { campus: chosen('campus') }),
    ...(status && { status }),
    ...(login && { login }),
    ...(sort && { sort, order: state.sort?.desc === true ? 'descending' : 'ascending' }),
  };
}
