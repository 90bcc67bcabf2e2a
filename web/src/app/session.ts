import { api } from '@/shared/api/api';
import { ApiError } from '@/shared/api/errors';
import { events } from '@/shared/api/events';
import { lastContact } from '@/shared/offline/online';
import { storageKeys } from '@/shared/store/keys';
import { forgetProgress } from '@/shared/store/progress';
import { clearSession, token } from '@/shared/store/session';
import { storage } from '@/shared/store/storage';
import { forgetUser, updateUser, user } from '@/shared/store/user';
import type { UserInfo } from '@/shared/store/user-info';
import { askedInfo, knownInfo } from '@/shared/store/user-info';
import type { Value } from '@/shared/store/value';
import { createValue } from '@/shared/store/value';
import { whenDrawn } from './first-drawing';
import { watchLeaving } from './leaving';
import { serverMenu } from './server-menu';

/** How asking who is here went. Whatever is no answer of the college's own is unreachable: see ADR 16. */
export type Outcome = 'loaded' | 'refused' | 'unreachable';

function outcomeOf(error: unknown): Exclude<Outcome, 'loaded'> {
  const answered = error instanceof ApiError && error.status !== 0 && error.status < 500;
  return answered ? 'refused' : 'unreachable';
}

/** The question, asked once for everybody who wants the answer meanwhile. */
function askInfo(mayBeUnauthorized: boolean): Promise<UserInfo> {
  const asked = askedInfo.get();
  if (asked !== null && asked.token === token.get()) {
    return asked.answer;
  }
  const answer = api.get('/api/user/info', { quiet: true, mayBeUnauthorized });
  const mine = { token: token.get(), answer };
  askedInfo.set(mine);
  // The answer itself is the caller's to handle.
  void answer
    .catch(() => undefined)
    .finally(() => askedInfo.set(askedInfo.get() === mine ? null : askedInfo.get()));
  return answer;
}

/** Asks and takes the answer over, before there is a page or beside one. */
async function takeInfo(when: 'before' | 'beside'): Promise<void> {
  const asker = token.get();
  const info = await askInfo(when === 'before');
  if (when === 'beside') {
    await whenDrawn();
  }
  if (token.get() !== asker) {
    return token.get() === null ? undefined : takeInfo(when); // somebody else is here by now
  }
  knownInfo.set({ info, at: Date.now() });
  updateUser(info);
}

/** Asks the server who is logged in. It shows nothing: the guard decides what a failure means. */
export async function loadUser(): Promise<Outcome> {
  const stayed = watchLeaving();
  try {
    await takeInfo('before');
    void stayed();
    return 'loaded';
  } catch (error) {
    await stayed(); // or a reload in the wrong moment would end the session
    return outcomeOf(error);
  }
}

/**
 * Asks the same while the page is already shown from what this device keeps. A session that has ended is said as on
 * any page; every other refusal ends it, as the guard would have.
 */
export async function confirmUser(): Promise<void> {
  const asker = token.get();
  try {
    await takeInfo('beside');
    if (token.get() === asker && user.get().role === '') {
      endSession(); // a user without a role may enter nothing
    }
  } catch (error) {
    const unauthorized = error instanceof ApiError && error.reason === 'unauthorized';
    if (!unauthorized && outcomeOf(error) === 'refused' && token.get() === asker) {
      endSession();
    }
  }
}

/** Whether the server no longer knows the session and nobody has answered to that yet. It may say so before there is a page. */
export const sessionLost: Value<boolean> = createValue(false);

// Another tab may have logged out or in again meanwhile; then this one has nothing to ask.
events.on('unauthorized', () => sessionLost.set(sessionLost.get() || token.get() !== null));
for (const event of ['login', 'logout'] as const) {
  events.on(event, () => sessionLost.set(false));
}

/** Forgets everything that belongs to the session, here. */
export function forgetSession(): void {
  clearSession();
  forgetUser();
  knownInfo.set(null);
  askedInfo.set(null);
  forgetProgress();
  lastContact.set(null);
  storage.write(storageKeys.timetable, null); // a borrowed phone must not keep it
  storage.write(storageKeys.duty, null);
  serverMenu.set(null);
}

/** Ends the session in this browser and tells every tab. */
export function endSession(): void {
  forgetSession();
  events.emit('logout');
}

/** Logs out: on the server as far as it can be reached, and here in any case. */
export async function logOut(): Promise<void> {
  try {
    await api.post('/api/user/logout', { quiet: true, mayBeUnauthorized: true });
  } catch {
    // The token is forgotten below; the server ends the session by its own time.
  }
  endSession();
}
