import { identityCodec } from './identity';
import { storageKeys } from './keys';
import { createPersisted, textCodec } from './value';

/** The authentication token, or null. */
export const token = createPersisted(storageKeys.token, textCodec);

/** The id of the account that logged in, or null. */
export const identity = createPersisted(storageKeys.identity, identityCodec);

/** Whether both the token and the identifier are there. The navigation guard asks for the token alone. */
export function isLoggedIn(): boolean {
  return token.get() !== null && identity.get() !== null;
}

/** Removes both stored items. */
export function clearSession(): void {
  token.set(null);
  identity.set(null);
}
