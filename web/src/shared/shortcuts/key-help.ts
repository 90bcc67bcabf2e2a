import { createValue, type Value } from '@/shared/store/value';

/** Whether the list of shortcut keys is open. Staff can open it from anywhere. */
export const keyHelpOpen: Value<boolean> = createValue(false);
