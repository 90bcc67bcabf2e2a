import { identityCodec } from './identity';
import { storageKeys } from './keys';
import { createPersisted, createValue, textCodec, type Value } from './value';

/** The authentication token, or null. */
export const token = createPersisted(storageKeys.token, textCodec);

/**
 * The client token of somebody who has not logged in, for calls that are open to everybody; this page's alone. It is
 * not the session's: the guard takes that one for a login.
 */
export const visitorToken: Value<string | null> = createValue<string | null>(null);

/** The id of the account that logged in, or null. */
export const identity = createPersisted(storageKeys.identity, identityCodec);

/**
 * Whether both the token and the identifier are there: only then is the data on this device known to be theirs. The
 * guard's first step asks for the token alone.
 */
export function isLoggedIn(): boolean {
  return token.get() !== null && identity.get() !== null;
}

/** Removes both stored items. */
export function clearSession(): void {
  token.set(null);
  identity.set(null);
  visitorToken.set(null);
}
