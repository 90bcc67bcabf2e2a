import { hashKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryClient } from '@/shared/api/query-client';
import type { Listener } from '@/shared/store/storage';
import { storedName, userInfoQuery, type UserInfo } from './user-info';
import { createValue, type Readable, type Value } from '@/shared/store/value';

/** What an account may do; empty until the server has said. */
export type Role = '' | 'user' | 'admin';

const fields = [
  'name',
  'avatar',
  'job',
  'organization',
  'location',
  'email',
  'introduction',
  'personalWebsite',
  'jobName',
  'organizationName',
  'locationName',
  'phone',
  'registrationDate',
  'accountId',
  'certification',
] as const;

/** The part of the staff's work that an account does; empty for whoever is no staff. */
export type Scope = UserInfo['scope'];

/** Who is logged in, as far as every page may want to know. */
export type User = Record<(typeof fields)[number], string> & {
  role: Role;
  scope: Scope;
  /** The account is a teacher's. */
  teaching: boolean;
};

/** Whether somebody teaches and is no student. Who is both sees what students see. */
export function onlyTeaches({ teaching, certification }: Pick<User, 'teaching' | 'certification'>): boolean {
  return teaching && certification === '';
}

function toUser(info: Partial<UserInfo> | undefined, name: string | null): User {
  const texts = fields.map((field) => [field, info?.[field] ?? (field === 'name' ? (name ?? '') : '')]);
  return {
    ...(Object.fromEntries(texts) as Omit<User, 'role' | 'scope' | 'teaching'>),
    role: info?.role ?? '',
    scope: info?.scope ?? '',
    teaching: info?.teaching ?? false,
  };
}

const { queryKey } = userInfoQuery;
const queryHash = hashKey(queryKey);

let seen: { info: UserInfo | undefined; name: string | null; user: User } | undefined;

function current(): User {
  const info = queryClient.getQueryData(queryKey);
  const name = storedName.get();
  if (seen === undefined || seen.info !== info || seen.name !== name) {
    seen = { info, name, user: toUser(info, name) };
  }
  return seen.user;
}

/** The user of this page: a view of the cached answer, and of the stored name until there is one. */
export const user: Readable<User> = {
  get: current,
  subscribe(listener) {
    const ends = [
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        // Other events are about observers, and some of them happen while React renders.
        if (query.queryHash === queryHash && (type === 'updated' || type === 'removed')) {
          listener();
        }
      }),
      storedName.subscribe(listener),
    ];
    return () => ends.forEach((end) => end());
  },
};

/** Staff may look at the portal as a student does; this changes the view alone, never a right. */
const viewAs: Value<Role> = createValue<Role>('');

/** Forgets the user and the stored name. */
export function forgetUser(): void {
  storedName.set(null);
  viewAs.set('');
  queryClient.removeQueries({ queryKey });
}

/** The role the pages are shown for: the server's, or the view that an admin chose. */
export function shownRole(): Role {
  const { role } = user.get();
  return role === 'admin' && viewAs.get() !== '' ? viewAs.get() : role;
}

/** Toggles an admin between the two views; does nothing for anybody else. */
export function switchRole(): void {
  if (user.get().role === 'admin') {
    viewAs.set(shownRole() === 'admin' ? 'user' : 'admin');
  }
}

function subscribeToRole(listener: Listener): Listener {
  const ends = [user.subscribe(listener), viewAs.subscribe(listener)];
  return () => ends.forEach((end) => end());
}

/** The shown role; re-renders when it changes. */
export function useRole(): Role {
  return useSyncExternalStore(subscribeToRole, shownRole);
}
