import { onSessionEnd } from '@/shared/api/events';
import { createValue } from '@/shared/store/value';

/** How many items are waiting on a page. */
export interface MenuCount {
  count: number;
  /** Whether they cause harm today if left alone. */
  urgent: boolean;
}

/** Counts by the path of the page. Filled only by the staff chunk. */
export const menuCounts = createValue<Readonly<Partial<Record<string, MenuCount>>>>({});

onSessionEnd(() => menuCounts.set({}));
