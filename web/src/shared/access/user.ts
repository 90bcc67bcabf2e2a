import { hashKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryClient } from '@/shared/api/query-client';
import type { Listener } from '@/shared/store/storage';
import { storedName, userInfoQuery, type UserInfo } from './user-info';
import { createValue, type Readable, type Value } from '@/shared/store/value';

/** The role of an account; empty until known. */
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

/** The responsibility of a member of staff; empty for everyone else. */
export type Scope = UserInfo['scope'];

/** The current user, with the fields that any page may need. */
export type User = Record<(typeof fields)[number], string> & {
  role: Role;
  scope: Scope;
  /** Whether the account belongs to a teacher. */
  teaching: boolean;
};

/** Whether the user teaches and isn't a student. Someone who is both sees what students see. */
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

/** The user of this page, read from the cached answer; until then only the stored name is known. */
export const user: Readable<User> = {
  get: current,
  subscribe(listener) {
    const ends = [
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        // Other events concern observers, and some of them fire while React renders.
        if (query.queryHash === queryHash && (type === 'updated' || type === 'removed')) {
          listener();
        }
      }),
      storedName.subscribe(listener),
    ];
    return () => ends.forEach((end) => end());
  },
};

/** Lets staff see the portal as students do. Changes only what is shown, never a right. */
const viewAs: Value<Role> = createValue<Role>('');

export function forgetUser(): void {
  storedName.set(null);
  viewAs.set('');
  queryClient.removeQueries({ queryKey });
}

/** The role that the pages are shown for: the server's, or the one chosen by an admin. */
export function shownRole(): Role {
  const { role } = user.get();
  return role === 'admin' && viewAs.get() !== '' ? viewAs.get() : role;
}

/** Switches an admin between the two views; does nothing for everyone else. */
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
