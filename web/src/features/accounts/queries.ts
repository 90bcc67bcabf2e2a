import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';

/** An account of staff. */
export type Account = DataOf<'get', '/api/admin/accounts'>[number];

/** The part of the staff's work that an account does. */
export type Scope = Exclude<Account['scope'], ''>;

export const scopes = ['registrar', 'adviser', 'media', 'auditor'] as const satisfies readonly Scope[];

/** A one-time code as it is handed over; it is shown this once. */
export interface Code {
  name: string;
  phone: string;
  code: string;
}

const pageSize = 200;

/** All of them: a college has a few dozen, so that sorting and filtering happen here. */
async function fetchAll(signal: AbortSignal): Promise<Account[]> {
  const all: Account[] = [];
  for (;;) {
    const last = all.at(-1);
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const page = await api.get('/api/admin/accounts', {
      query: {
        role: 'admin',
        limit: pageSize,
        ...(last && { afterName: last.name, afterId: last.id }),
      },
      signal,
      quiet: true,
    });
    all.push(...page);
    if (page.length < pageSize) {
      return all;
    }
  }
}

export const accountQueries = {
  all: () => ['accounts'] as const,
  staff: () =>
    queryOptions({
      queryKey: [...accountQueries.all(), 'staff'],
      queryFn: ({ signal }) => fetchAll(signal),
      gcTime: 60_000, // it names people
    }),
  classes: () =>
    queryOptions({
      queryKey: [...accountQueries.all(), 'classes'],
      queryFn: async ({ signal }) =>
        (await api.get('/api/admin/students/filters', { signal, quiet: true })).classes,
      staleTime: 5 * 60_000,
    }),
};

export interface Draft {
  name: string;
  phone: string;
  scope: Scope;
  classes: string[];
}

/** What can be done to accounts; each looks at the list anew. */
export function useAccountActions() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: accountQueries.all() });
  const create = useMutation({
    mutationFn: (draft: Draft) =>
      api.post('/api/admin/accounts', { body: { ...draft, role: 'admin' }, quiet: true }),
    onSettled,
  });
  const setScope = useMutation({
    mutationFn: ({ id, scope, classes }: { id: string; scope: Scope; classes: string[] }) =>
      api.put('/api/admin/accounts/{account}/role', {
        path: { account: id },
        body: { role: 'admin', scope, classes },
        quiet: true,
      }),
    onSettled,
  });
  const reset = useMutation({
    mutationFn: (account: string) =>
      api.post('/api/admin/accounts/{account}/password-reset', { path: { account } }),
    onSettled,
  });
  const resetFactor = useMutation({
    mutationFn: (account: string) =>
      api.delete('/api/admin/accounts/{account}/factor', { path: { account } }),
    onSettled,
  });
  const endSessions = useMutation({
    mutationFn: (account: string) =>
      api.delete('/api/admin/accounts/{account}/sessions', { path: { account } }),
  });
  const setEnabled = useMutation({
    mutationFn: ({ id, enabled, reason = '' }: { id: string; enabled: boolean; reason?: string }) =>
      api.put('/api/admin/accounts/{account}/enabled', {
        path: { account: id },
        body: { enabled, ...(reason !== '' && { reason }) },
      }),
    onSettled,
  });
  return { create, setScope, reset, resetFactor, endSessions, setEnabled };
}
