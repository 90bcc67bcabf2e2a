import { queryClient } from '@/shared/api/query-client';
import { userInfoQuery, type UserInfo } from '@/shared/access/user-info';

/** Sets fields of the current user, as if the server had sent them. */
export function setUser(known: Partial<UserInfo>): void {
  queryClient.setQueryData(userInfoQuery.queryKey, (info) => ({ ...info, ...known }) as UserInfo);
}
