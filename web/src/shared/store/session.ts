import { identityCodec } from './identity';
import { storageKeys } from './keys';
import { createPersisted, createValue, textCodec, type Value } from './value';

/** The authentication token, or null. */
export const token = createPersisted(storageKeys.token, textCodec);

/**
 * A visitor's client token, for calls that are open to everyone; in this page only. Separate from the session's token,
 * which the guard takes for a login.
 */
export const visitorToken: Value<string | null> = createValue<string | null>(null);

/** The id of the account that logged in, or null. */
export const identity = createPersisted(storageKeys.identity, identityCodec);

/**
 * Whether both token and identifier are stored: only then is it certain whose data this device has. The guard's first
 * step checks only the token.
 */
export function isLoggedIn(): boolean {
  return token.get() !== null && identity.get() !== null;
}

/** The number of this browser's latest login, so that an event about an earlier session can be told from it. */
export const generation = createPersisted<number>(storageKeys.generation, {
  parse: (text) => Number(text) || 0,
  format: String,
});

export function clearSession(): void {
  token.set(null);
  identity.set(null);
  visitorToken.set(null);
}
