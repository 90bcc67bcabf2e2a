import { useSyncExternalStore } from 'react';
import { storageKeys } from './keys';
import type { Listener } from './storage';
import type { Value } from './value';
import { createPersisted, createValue, textCodec } from './value';

/** What an account may do; empty until the server has said. */
export type Role = '' | 'user' | 'admin';

/** Who is logged in, as far as every page may want to know. Only the name outlives the page. */
export interface User {
  name: string;
  avatar: string;
  job: string;
  organization: string;
  location: string;
  email: string;
  introduction: string;
  personalWebsite: string;
  jobName: string;
  organizationName: string;
  locationName: string;
  phone: string;
  registrationDate: string;
  accountId: string;
  certification: string;
  role: Role;
}

const storedName = createPersisted(storageKeys.name, textCodec);

function nobody(): User {
  return {
    name: storedName.get() ?? '',
    avatar: '',
    job: '',
    organization: '',
    location: '',
    email: '',
    introduction: '',
    personalWebsite: '',
    jobName: '',
    organizationName: '',
    locationName: '',
    phone: '',
    registrationDate: '',
    accountId: '',
    certification: '',
    role: '',
  };
}

/** The user of this page. Change it with updateUser and forgetUser, which keep the stored name in step. */
export const user: Value<User> = createValue(nobody());

/** Staff may look at the portal as a student does; this changes the view alone, never a right. */
export const viewAs: Value<Role> = createValue<Role>('');

/** Takes over what is now known about the user; fields that are absent or null stay as they were. */
export function updateUser(known: { [K in keyof User]?: User[K] | null | undefined }): void {
  const given = Object.entries(known).filter(([, value]) => value !== undefined && value !== null);
  user.set({ ...user.get(), ...Object.fromEntries(given) });
  storedName.set(user.get().name);
}

/** Forgets the user and the stored name. */
export function forgetUser(): void {
  storedName.set(null);
  viewAs.set('');
  user.set(nobody());
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

/** The shown role, and a new rendering when it changes. */
export function useRole(): Role {
  return useSyncExternalStore(subscribeToRole, shownRole);
}
