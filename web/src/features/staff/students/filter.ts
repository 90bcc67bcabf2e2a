import type { TableState } from '@/shared/ui/staff/table/types';

/** A student's status at the college, in the usual order. */
export const statuses = ['enrolled', 'suspended', 'exchange', 'graduated', 'withdrawn'] as const;

export type Status = (typeof statuses)[number];

/** The states of an account that its owner hasn't set up yet. */
export const logins = ['never', 'firstPassword'] as const;

const orders = ['number', 'name'] as const;

/** The filters of the list by their names in the URL, which are those of the API. */
export const filterIds = ['programme', 'year', 'class', 'campus', 'status', 'login'] as const;

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

/** Reads the filter from the URL and the search field; values the server doesn't know are dropped. */
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
