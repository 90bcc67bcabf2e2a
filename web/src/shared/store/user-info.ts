import type { DataOf } from '@/shared/api/types';
import type { Value } from './value';
import { createValue } from './value';

/** What the account says about itself. */
export type UserInfo = DataOf<'get', '/api/user/info'>;

/** The account as the guard found it, and when: the pages need not ask again at once, and nothing jumps when they have. */
export const knownInfo: Value<{ info: UserInfo; at: number } | null> = createValue<{
  info: UserInfo;
  at: number;
} | null>(null);

/** The guard's question while it is on its way, and for which token: asked twice, the second would cancel the first. */
export const askedInfo: Value<{ token: string | null; answer: Promise<UserInfo> } | null> = createValue<{
  token: string | null;
  answer: Promise<UserInfo>;
} | null>(null);
