// One way to define queries, and one for mutations.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  type QueryKey,
  type UseMutationOptions,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from './api';
import { queryClient } from './query-client';
import type { AnswerOf, Arguments, PathOf } from './types';

type Call<Answer> = (path: string, options: object) => Promise<Answer>;

/** A query; its key is the feature's key, the path and the parameters. Quiet: the page itself shows failures. */
export function read<P extends PathOf<'get'>>(key: QueryKey, path: P, ...[options]: Arguments<'get', P>) {
  const get = api.get as unknown as Call<AnswerOf<'get', P>>;
  return queryOptions({
    queryKey: [...key, path, options],
    queryFn: ({ signal }) => get(path, { ...options, signal, quiet: true }),
  });
}

/** A query with parameters too long for a URL, sent as POST. */
export function ask<P extends PathOf<'post'>>(key: QueryKey, path: P, ...[options]: Arguments<'post', P>) {
  const post = api.post as unknown as Call<AnswerOf<'post', P>>;
  return queryOptions({
    queryKey: [...key, path, options],
    queryFn: ({ signal }) => post(path, { ...options, signal, quiet: true, question: true }),
  });
}

/** A paginated query: `from` is the parameter that takes `next` of the previous page. */
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

/** For `refresh`, when any page may show the changed data. */
export const everything: QueryKey = [];

/** Refetches what has changed; data that isn't on screen, the next time it is shown. */
export async function refresh(...changed: readonly QueryKey[]): Promise<void> {
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

interface Callbacks<Answer> {
  onSuccess?: ((answer: Answer) => void) | undefined;
  onError?: ((error: Error) => void) | undefined;
}

/**
 * A mutation with the keys of what it changes, which are refetched. After a failure too, because it may have been
 * partly applied.
 */
export function useChange<Answer, Input = void, Before = unknown>(
  mutationFn: (input: Input) => Promise<Answer>,
  changed: readonly QueryKey[] = [],
  more: Omit<UseMutationOptions<Answer, Error, Input, Before>, 'mutationFn' | 'onSettled'> = {},
) {
  const change = useMutation({
    ...more,
    mutationFn,
    onSettled: (_answer, error) => {
      const fresh = refresh(...changed);
      return error === null ? fresh : undefined; // an error is shown immediately
    },
  });
  const { mutateAsync } = change;
  // TanStack Query calls these only while the component is on the page, and a change may remove the row that asked.
  const mutate = useCallback(
    (input: Input, { onSuccess, onError = () => undefined }: Callbacks<Answer> = {}): void =>
      void mutateAsync(input).then(onSuccess, onError),
    [mutateAsync],
  );
  return { ...change, mutate };
}

/** Keys that several features change or show; all others are in the feature's `queries.ts`. */
export const sharedKeys = {
  desk: ['desk'],
  student: (student: string) => ['students', 'one', student],
} as const;
