import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { read, useChange } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';

export type Account = DataOf<'get', '/api/admin/accounts'>[number];

/** A responsibility of staff. */
export type Scope = Exclude<Account['scope'], ''>;

export const scopes = ['registrar', 'adviser', 'media', 'auditor'] as const satisfies readonly Scope[];

/** A responsibility of staff, or teaching. */
export type Part = Scope | 'teacher';

export const parts = [...scopes, 'teacher'] as const satisfies readonly Part[];

/** What an account is for. Staff who also teach count as staff. */
export function partOf({ role, scope }: Account): Part {
  return role === 'user' ? 'teacher' : scope === '' ? 'registrar' : scope;
}

/** A one-time code, shown once. */
export interface Code {
  name: string;
  phone: string;
  code: string;
}

const pageSize = 200;

/** Fetches all accounts, a few hundred at most, so that the browser can sort and filter them. */
async function fetchAll(kind: { role: 'admin' } | { teachers: true }, signal: AbortSignal): Promise<Account[]> {
  const all: Account[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await api.get('/api/admin/accounts', {
      query: {
        ...kind,
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

/** Staff and teachers; staff who also teach are in both lists. */
async function fetchBoth(signal: AbortSignal): Promise<Account[]> {
  const [staff, teachers] = await Promise.all([
    fetchAll({ role: 'admin' }, signal),
    fetchAll({ teachers: true }, signal),
  ]);
  return [...staff, ...teachers.filter(({ role }) => role === 'user')];
}

export const accountQueries = {
  all: () => ['accounts'] as const,
  staff: () =>
    queryOptions({
      queryKey: [...accountQueries.all(), 'staff'],
      queryFn: ({ signal }) => fetchBoth(signal),
      gcTime: 60_000, // personal data
    }),
  teachers: (search: string) =>
    read(accountQueries.all(), '/api/admin/planning/options', { query: { by: 'teacher', search } }),
};

export interface Draft {
  name: string;
  phone: string;
  scope: Part;
  classes: string[];
}

/** Actions on accounts; each refetches the list. */
export function useAccountActions() {
  const changed = [accountQueries.all()];
  const create = useChange(
    ({ scope, classes, ...who }: Draft) =>
      api.post('/api/admin/accounts', {
        body: scope === 'teacher' ? { ...who, role: 'user' } : { ...who, role: 'admin', scope, classes },
        quiet: true,
      }),
    changed,
  );
  const setScope = useChange(
    ({ id, scope, classes }: { id: string; scope: Scope; classes: string[] }) =>
      api.put('/api/admin/accounts/{account}/role', {
        path: { account: id },
        body: { role: 'admin', scope, classes },
        quiet: true,
      }),
    changed,
  );
  const reset = useChange(
    (account: string) => api.post('/api/admin/accounts/{account}/password-reset', { path: { account } }),
    changed,
  );
  const resetFactor = useChange(
    (account: string) => api.delete('/api/admin/accounts/{account}/factor', { path: { account } }),
    changed,
  );
  const endSessions = useChange((account: string) =>
    api.delete('/api/admin/accounts/{account}/sessions', { path: { account } }),
  );
  const setEnabled = useChange(
    ({ id, enabled, reason = '' }: { id: string; enabled: boolean; reason?: string }) =>
      api.put('/api/admin/accounts/{account}/enabled', {
        path: { account: id },
        body: { enabled, ...(reason !== '' && { reason }) },
      }),
    changed,
  );
  const setTeacher = useChange(
    ({ id, teacher }: { id: string; teacher: string }) =>
      api.put('/api/admin/accounts/{account}/teacher', { path: { account: id }, body: { teacher } }),
    changed,
  );
  return { create, setScope, setTeacher, reset, resetFactor, endSessions, setEnabled };
}
