import { createValue } from '@/shared/store/value';

/** How much waits on a page. */
export interface MenuCount {
  count: number;
  /** Whether it does harm today. */
  urgent: boolean;
}

/** What waits, by the path of the page. Filled by the chunk of staff alone. */
export const menuCounts = createValue<Readonly<Partial<Record<string, MenuCount>>>>({});
