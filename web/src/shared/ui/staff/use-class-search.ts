import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { read } from '@/shared/api/cached';
import { nameIn } from '@/shared/i18n/name-in';
import { useLocale } from '@/shared/i18n/use-translation';
import type { Search } from './use-search';

/** Home classes by a part of their names: the first ones that the user may see. */
export const homeClasses = (search: string) =>
  read(['home-classes'], '/api/admin/students/classes', { query: search === '' ? {} : { search } });

/** Finds home classes for a combobox or a filter; the id is the name in the records. */
export function useClassSearch(label: string): Search {
  const client = useQueryClient();
  const locale = useLocale();
  return useCallback(
    async (text) => {
      const found = await client.fetchQuery(homeClasses(text));
      return [{ label, choices: found.map((one) => ({ id: one.name, label: nameIn(locale, one) })) }];
    },
    [client, locale, label],
  );
}
