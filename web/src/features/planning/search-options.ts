import type { QueryClient } from '@tanstack/react-query';
import type { Locale } from '@/shared/i18n/locale';
import { nameIn } from '@/shared/i18n/name-in';
import type { Search } from '@/shared/ui/staff/use-search';
import { planningQueries } from './queries';
import type { Subject } from './types';

/** Searches the things of one kind by what was typed. */
export function searchOptions(
  client: QueryClient,
  by: Subject,
  term: string | undefined,
  locale: Locale,
  label: string,
): Search {
  return async (text) => {
    const options = await client.fetchQuery(planningQueries.options(by, text, term));
    return [
      {
        label,
        choices: options.map((option) => ({
          id: option.id,
          label: nameIn(locale, option),
          ...(option.detail !== '' && { note: option.detail }),
        })),
      },
    ];
  };
}
