import { api } from '@/shared/api/api';
import { read, useChange } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';
import { userInfoQuery } from '@/shared/access/user-info';
import { shrinkPicture } from '@/shared/ui/shrink-picture';

/** One login of the account somewhere. */
export type Session = DataOf<'get', '/api/user/sessions'>[number];

export const accountQueries = {
  all: () => ['account'] as const,
  info: () => userInfoQuery,
  sessions: () => read(accountQueries.all(), '/api/user/sessions'),
};

/** The profile fields that their owner may change. */
export interface ProfileEdit {
  nickname: string;
  email: string;
  countryRegion: string;
  area: string;
  introduction: string;
}

/** Stores the profile; the shell's name and avatar follow. */
export function useEditProfile() {
  return useChange(
    (edit: ProfileEdit) => api.patch('/api/user/info', { body: { ...edit }, quiet: true }),
    [accountQueries.info().queryKey],
  );
}

/** Stores a picture as the account's own; the shell's avatar follows. */
export function useChangePicture() {
  return useChange(
    async (file: File) => {
      const body = new FormData();
      body.append('file', await shrinkPicture(file, 'square'));
      // It may be two megabytes, which take their time on a bad connection.
      return api.post('/api/user/avatar', { body, quiet: true, timeout: 60_000 });
    },
    [accountQueries.info().queryKey],
  );
}

/** Changes the password; every other session ends with it. */
export function useChangePassword() {
  return useChange(
    (change: { oldPassword: string; newPassword: string }) =>
      api.put('/api/user/password', { body: change, quiet: true }),
    [accountQueries.all()],
  );
}

/** Ends a session of one's own. */
export function useEndSession() {
  return useChange(
    (session: string) => api.delete('/api/user/sessions/{session}', { path: { session } }),
    [accountQueries.sessions().queryKey],
  );
}
