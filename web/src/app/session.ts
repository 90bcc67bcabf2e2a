import { api } from '@/shared/api/api';
import { ApiError } from '@/shared/api/errors';
import { events } from '@/shared/api/events';
import { lastContact } from '@/shared/offline/online';
import { storageKeys } from '@/shared/store/keys';
import { forgetProgress } from '@/shared/store/progress';
import { clearSession } from '@/shared/store/session';
import { storage } from '@/shared/store/storage';
import { forgetUser, updateUser } from '@/shared/store/user';
import { knownInfo } from '@/shared/store/user-info';
import { serverMenu } from './server-menu';

/** Asks the server who is logged in. It shows nothing: the guard decides what a failure means. */
export async function loadUser(): Promise<'loaded' | 'refused' | 'unreachable'> {
  try {
    const info = await api.get('/api/user/info', { quiet: true, mayBeUnauthorized: true });
    knownInfo.set({ info, at: Date.now() });
    updateUser(info);
    return 'loaded';
  } catch (error) {
    return error instanceof ApiError && error.status === 0 ? 'unreachable' : 'refused';
  }
}

/** Forgets everything that belongs to the session, here. */
export function forgetSession(): void {
  clearSession();
  forgetUser();
  knownInfo.set(null);
  forgetProgress();
  lastContact.set(null);
  storage.write(storageKeys.timetable, null); // a borrowed phone must not keep it
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
