import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { CancelledError } from '@/shared/api/errors';
import type { DataOf } from '@/shared/api/types';
import { storageKeys } from '@/shared/store/keys';
import { token } from '@/shared/store/session';
import { createPersisted, textCodec } from '@/shared/store/value';

/** What the server says about the account that is logged in. */
export type UserInfo = DataOf<'get', '/api/user/info'>;

/** The one thing about the user that outlives the page. */
export const storedName = createPersisted(storageKeys.name, textCodec);

/** Asks who is logged in. With `mayBeUnauthorized` a session that has ended is the caller's to handle. */
export async function askUserInfo(how: { mayBeUnauthorized?: boolean } = {}): Promise<UserInfo> {
  const asker = token.get();
  const info = await api.get('/api/user/info', { quiet: true, ...how });
  if (token.get() === null) {
    throw new CancelledError(); // logged out meanwhile
  }
  if (token.get() !== asker) {
    return askUserInfo(how); // somebody else logged in meanwhile: this answer is not about them
  }
  storedName.set(info.name);
  return info;
}

/** The user's place in the browser: the query cache. Everything else about the user is read from it. */
export const userInfoQuery = queryOptions({
  queryKey: ['account', 'info'],
  queryFn: () => askUserInfo(),
  gcTime: Number.POSITIVE_INFINITY, // the guard and the menus read it without observing it
});
