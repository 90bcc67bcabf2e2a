import { useQueryClient } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { Search } from '@/shared/ui/staff/use-search';
import { planningQueries } from './queries';
import type { Subject } from './types';

export function useOptionSearch(by: Subject, term: string): Search {
  const { t, locale } = useTranslation('planning');
  const client = useQueryClient();
  return async (text) => {
    const options = await client.fetchQuery(planningQueries.options(by, text, term));
    const choices = options.map((option) => ({
      id: option.id,
      label: nameIn(locale, option),
      ...(option.detail !== '' && { note: option.detail }),
    }));
    return [{ label: t(`by.${by}`), choices }];
  };
}
