import { api } from '@/shared/api/api';
import { ApiError } from '@/shared/api/errors';
import { events } from '@/shared/api/events';
import { queryClient } from '@/shared/api/query-client';
import { lastContact } from '@/shared/offline/online';
import { draftPrefix, dropDrafts } from '@/shared/store/drafts';
import { storageKeys } from '@/shared/store/keys';
import { forgetProgress } from '@/shared/store/progress';
import { clearSession, generation, identity, token } from '@/shared/store/session';
import { storage, viewing } from '@/shared/store/storage';
import { forgetUser, user } from '@/shared/access/user';
import { askUserInfo, storedName, userInfoQuery } from '@/shared/access/user-info';
import { createValue, type Value } from '@/shared/store/value';
import { watchUnload } from './page-unload';

/** Result of loading the user. Anything but the server's own answer counts as unreachable: see ADR 16. */
export type Outcome = 'loaded' | 'refused' | 'unreachable';

function outcomeOf(error: unknown): Exclude<Outcome, 'loaded'> {
  const answered = error instanceof ApiError && error.status !== 0 && error.status < 500;
  return answered ? 'refused' : 'unreachable';
}

/** Asks the server who is logged in. Shows nothing: the guard decides what a failure means. */
export async function loadUser(): Promise<Outcome> {
  const stayed = watchUnload();
  try {
    await queryClient.fetchQuery({
      ...userInfoQuery,
      queryFn: () => askUserInfo({ mayBeUnauthorized: true }),
      staleTime: 0,
    });
    void stayed();
    return 'loaded';
  } catch (error) {
    await stayed(); // otherwise a reload at the wrong moment would end the session
    return outcomeOf(error);
  }
}

/**
 * Loads the user while a page is already shown from saved data. An expired session raises the unauthorized event as on
 * any page; any other refusal ends the session, as the guard would.
 */
export async function confirmUser(): Promise<void> {
  const asker = token.get();
  try {
    await queryClient.fetchQuery({ ...userInfoQuery, staleTime: 0 });
    if (token.get() !== null && user.get().role === '') {
      endSession(); // a user without a role may enter nothing
    }
  } catch (error) {
    const unauthorized = error instanceof ApiError && error.reason === 'unauthorized';
    if (!unauthorized && outcomeOf(error) === 'refused' && token.get() === asker) {
      endSession();
    }
  }
}

/**
 * Whether the server no longer accepts the session and the user hasn't reacted yet. This may happen before a page is
 * shown.
 */
export const sessionLost: Value<boolean> = createValue(false);

/** Whether the session has ended elsewhere: until the next login, no page shows anything of the person. */
export const sessionEnded: Value<boolean> = createValue(false);

events.on('unauthorized', () => {
  if (token.get() === null) {
    return; // another tab has logged out by now: there is nothing to ask here
  }
  sessionLost.set(true);
  sessionEnded.set(true);
  storedName.set(null);
  forgetStored();
});
for (const event of ['login', 'logout'] as const) {
  events.on(event, () => {
    sessionLost.set(false);
    sessionEnded.set(false);
  });
}

// After an expired session the same person finds their work again, and no one else.
events.on('login', () => dropDrafts((name) => name.startsWith(`${draftPrefix}${identity.get() ?? ''} `)));

/** Forgets the names and addresses of uploads, which tus-js-client stores under keys of its own. */
function forgetUploads(): void {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith('tus::'))
      .forEach((key) => localStorage.removeItem(key));
  } catch {
    // a browser that blocks storage has stored none
  }
}

/** Forgets what this device has stored of a person, apart from who they are and the text they are typing. */
function forgetStored(): void {
  forgetProgress();
  lastContact.set(null);
  // This data identifies its owner, and the next person on a shared phone must not see it.
  for (const key of ['timetable', 'timetableSeen', 'task', 'taskAway', 'putOff', 'watching'] as const) {
    storage.write(storageKeys[key], null);
  }
  if (viewing === null) {
    forgetUploads(); // those of staff outlive a student view
  }
}

/** Forgets what this browser stores of the session. What modules have in memory, they forget by `onSessionEnd`. */
export function forgetSession(): void {
  clearSession();
  forgetUser();
  forgetStored();
}

/** Ends the session in this browser and tells all tabs. */
export function endSession(): void {
  forgetSession();
  events.emit('logout');
}

/** Logs out: on the server if it can be reached, and here in any case. */
export async function logOut(): Promise<void> {
  const ending = generation.get();
  try {
    await api.post('/api/user/logout', { quiet: true, mayBeUnauthorized: true });
  } catch {
    // The token is forgotten below; on the server the session expires.
  }
  if (generation.get() === ending) {
    endSession(); // otherwise someone has logged in while the server was asked
  }
}
