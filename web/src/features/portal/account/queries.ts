import { api } from '@/shared/api/api';
import { everything, read, useChange } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';
import { useLocale } from '@/shared/i18n/use-translation';
import { userInfoQuery } from '@/shared/access/user-info';
import { shrinkPicture } from '@/shared/ui/shrink-picture';

/** One login session of the account. */
export type Session = DataOf<'get', '/api/user/sessions'>[number];

export const accountQueries = {
  all: () => ['account'] as const,
  info: () => userInfoQuery,
  sessions: () => read(accountQueries.all(), '/api/user/sessions'),
  calendar: () => read(accountQueries.all(), '/api/calendar'),
};

/** The profile fields that the account's owner may change. */
export interface ProfileEdit {
  nickname: string;
  email: string;
  countryRegion: string;
  area: string;
  introduction: string;
}

/** Saves the profile; name and avatar in the shell follow. */
export function useEditProfile() {
  return useChange(
    (edit: ProfileEdit) => api.patch('/api/user/info', { body: { ...edit }, quiet: true }),
    [accountQueries.info().queryKey],
  );
}

/** Saves the account's picture; the avatar in the shell follows. */
export function useChangePicture() {
  return useChange(
    async (file: File) => {
      const body = new FormData();
      body.append('file', await shrinkPicture(file, 'square'));
      // up to two megabytes, which take a while on a slow connection
      return api.post('/api/user/avatar', { body, quiet: true, timeout: 60_000 });
    },
    [accountQueries.info().queryKey],
  );
}

/** Changes the password, which ends all other sessions. */
export function useChangePassword() {
  return useChange(
    (change: { oldPassword: string; newPassword: string }) =>
      api.put('/api/user/password', { body: change, quiet: true }),
    [accountQueries.all()],
  );
}

/** Replaces the address of the calendar feed. The timetable shows the new one. */
export function useRenewCalendar() {
  const language = useLocale();
  return useChange(() => api.post('/api/calendar', { body: { language } }), [everything]);
}

/** Ends one of the user's sessions. */
export function useEndSession() {
  return useChange(
    (session: string) => api.delete('/api/user/sessions/{session}', { path: { session } }),
    [accountQueries.sessions().queryKey],
  );
}
