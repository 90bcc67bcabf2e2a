import { queryClient } from '@/shared/api/query-client';
import { userInfoQuery, type UserInfo } from '@/shared/access/user-info';

/** Lets the portal know these things about the user, as if the server had said them. */
export function setUser(known: Partial<UserInfo>): void {
  queryClient.setQueryData(userInfoQuery.queryKey, (info) => ({ ...info, ...known }) as UserInfo);
}
