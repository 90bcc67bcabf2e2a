import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { CancelledError } from '@/shared/api/errors';
import type { DataOf } from '@/shared/api/types';
import { storageKeys } from '@/shared/store/keys';
import { token } from '@/shared/store/session';
import { createPersisted, textCodec } from '@/shared/store/value';

/** The server's data about the logged-in account. */
export type UserInfo = DataOf<'get', '/api/user/info'>;

/** The only data about the user that outlives the page. */
export const storedName = createPersisted(storageKeys.name, textCodec);

/** Asks who is logged in. With `mayBeUnauthorized` the caller handles an expired session. */
export async function askUserInfo(how: { mayBeUnauthorized?: boolean } = {}): Promise<UserInfo> {
  const asker = token.get();
  const info = await api.get('/api/user/info', { quiet: true, ...how });
  if (token.get() === null) {
    throw new CancelledError(); // logged out while waiting
  }
  if (token.get() !== asker) {
    return askUserInfo(how); // someone else logged in while waiting: this answer isn't about them
  }
  storedName.set(info.name);
  return info;
}

/** The query cache is the only store of the user; everything else reads from it. */
export const userInfoQuery = queryOptions({
  queryKey: ['account', 'info'],
  queryFn: () => askUserInfo(),
  gcTime: Number.POSITIVE_INFINITY, // the guard and the menus read it without observing it
});
