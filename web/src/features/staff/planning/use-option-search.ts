import { useQueryClient } from '@tanstack/react-query';
import { shortCode } from '@/shared/course/short-code';
import { nameIn } from '@/shared/i18n/name-in';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { Search } from '@/shared/ui/staff/use-search';
import { planningQueries } from './queries';
import type { Subject } from './types';

export function useOptionSearch(by: Subject, term: string): Search {
  const { t, locale } = useTranslation('planning');
  const className = useClassName();
  const client = useQueryClient();
  return async (text) => {
    const options = await client.fetchQuery(planningQueries.options(by, text, term));
    const choices = options.map((option) => {
      const [label, note] = [className(nameIn(locale, option)), shortCode(option.detail)];
      if (by === 'teacher') {
        // The detail stays visible once chosen: two teachers may have the same name.
        return { id: option.id, label: [label, note].filter(Boolean).join(' · ') };
      }
      return { id: option.id, label, ...(note !== '' && { note }) };
    });
    return [{ label: t(`by.${by}`), choices }];
  };
}
