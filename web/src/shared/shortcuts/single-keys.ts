import { storageKeys } from '@/shared/store/keys';
import { createPersisted } from '@/shared/store/value';

/** Whether single letters are shortcuts on this device. They disturb people who dictate or press keys by accident. */
export const singleKeys = createPersisted<boolean>(storageKeys.singleKeys, {
  parse: (text) => text !== 'off',
  format: (on) => (on ? null : 'off'),
});
