// How the pages read the server and change it: one way for queries, one for mutations.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  type QueryKey,
  type UseMutationOptions,
} from '@tanstack/react-query';
import { api } from './api';
import { queryClient } from './query-client';
import type { AnswerOf, Arguments, PathOf } from './types';

type Call<Answer> = (path: string, options: object) => Promise<Answer>;

/** A query. Its key is the feature's, the path and what is asked. Quiet: the page shows what failed. */
export function read<P extends PathOf<'get'>>(key: QueryKey, path: P, ...[options]: Arguments<'get', P>) {
  const get = api.get as unknown as Call<AnswerOf<'get', P>>;
  return queryOptions({
    queryKey: [...key, path, options],
    queryFn: ({ signal }) => get(path, { ...options, signal, quiet: true }),
  });
}

/** A query whose question is too long for an address. */
export function ask<P extends PathOf<'post'>>(key: QueryKey, path: P, ...[options]: Arguments<'post', P>) {
  const post = api.post as unknown as Call<AnswerOf<'post', P>>;
  return queryOptions({
    queryKey: [...key, path, options],
    queryFn: ({ signal }) => post(path, { ...options, signal, quiet: true }),
  });
}

/**
 * A query for a list that comes in pages: `from` names the parameter that `next` of the page before is the value of.
 */
export function readPages<P extends PathOf<'get'>>(
  key: QueryKey,
  path: P,
  options: NonNullable<Arguments<'get', P>[0]> & { query?: object },
  from: 'after' | 'before',
  next: (last: AnswerOf<'get', P>) => string | number | null | undefined,
) {
  const get = api.get as unknown as Call<AnswerOf<'get', P>>;
  return infiniteQueryOptions({
    queryKey: [...key, path, options],
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | number }) => {
      const query = pageParam === '' ? options.query : { ...options.query, [from]: pageParam };
      return get(path, { ...options, query, signal, quiet: true });
    },
    initialPageParam: '',
    getNextPageParam: (last) => next(last) || undefined,
  });
}

/** For `refresh`: any page may show it. */
export const everything: QueryKey = [];

/** Reads anew what has changed; what nobody looks at, once somebody does. */
export async function refresh(...changed: readonly QueryKey[]): Promise<void> {
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/**
 * A mutation that names what it changes: that is read anew, also after a failure, of which nobody knows how
 * far it came.
 */
export function useChange<Answer, Input = void, Before = unknown>(
  mutationFn: (input: Input) => Promise<Answer>,
  changed: readonly QueryKey[] = [],
  more: Omit<UseMutationOptions<Answer, Error, Input, Before>, 'mutationFn' | 'onSettled'> = {},
) {
  return useMutation({
    ...more,
    mutationFn,
    onSettled: (_answer, error) => {
      const fresh = refresh(...changed);
      return error === null ? fresh : undefined; // a refusal is shown at once
    },
  });
}

/** What more than one feature changes or shows; every other key begins in the feature's `queries.ts`. */
export const sharedKeys = {
  desk: ['desk'],
  student: (student: string) => ['students', 'one', student],
} as const;
