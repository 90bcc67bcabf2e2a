import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';
import { userInfoQuery } from '@/shared/access/user-info';
import { shrinkPicture } from '@/shared/ui/shrink-picture';

/** One login of the account somewhere. */
export type Session = DataOf<'get', '/api/user/sessions'>[number];

export const accountQueries = {
  all: () => ['account'] as const,
  info: () => userInfoQuery,
  sessions: () =>
    queryOptions({
      queryKey: [...accountQueries.all(), 'sessions'],
      queryFn: ({ signal }) => api.get('/api/user/sessions', { signal, quiet: true }),
    }),
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
  const client = useQueryClient();
  return useMutation({
    mutationFn: (edit: ProfileEdit) => api.patch('/api/user/info', { body: { ...edit }, quiet: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQueries.info().queryKey }),
  });
}

/** Stores a picture as the account's own; the shell's avatar follows. */
export function useChangePicture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData();
      body.append('file', await shrinkPicture(file, 'square'));
      // It may be two megabytes, which take their time on a bad connection.
      return api.post('/api/user/avatar', { body, quiet: true, timeout: 60_000 });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: accountQueries.info().queryKey }),
  });
}

/** Changes the password; every other session ends with it. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { oldPassword: string; newPassword: string }) =>
      api.put('/api/user/password', { body: change, quiet: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQueries.all() }),
  });
}

/** Ends a session of one's own. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (session: string) => api.delete('/api/user/sessions/{session}', { path: { session } }),
    onSettled: () => client.invalidateQueries({ queryKey: accountQueries.sessions().queryKey }),
  });
}
