import { createValue, type Value } from '@/shared/store/value';

/** Whether the list of keys is open. Whoever is logged in as staff can open it from anywhere. */
export const keyHelpOpen: Value<boolean> = createValue(false);
