import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { shortCode } from '@/shared/course/short-code';
import { useTranslation } from '@/shared/i18n/use-translation';
import { readPlace } from '@/shared/timetable/read';
import { Combobox } from '@/shared/ui/staff/combobox';
import type { Search } from '@/shared/ui/staff/use-search';
import type { Partner } from './change';
import type { Plan } from './plan';
import { planningQueries } from './queries';
import type { Composer } from './use-composer';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  composer: Composer;
  words: Words;
}

/** Finds a class to swap with by course, group or date, anywhere in the term; suggests the nearest ones first. */
export function SwapField({ plan, composer, words }: Props) {
  const { t } = useTranslation('planning');
  const client = useQueryClient();
  const [found, setFound] = useState<readonly Partner[]>([]);
  const { item, composed, set } = composer;
  const { partner } = composed;
  const search: Search = async (text) => {
    const list = await client.fetchQuery(planningQueries.classes(plan.term.id, item?.id ?? '', text));
    const partners = list.map((one) => ({
      id: one.class,
      group: one.group,
      place: readPlace(one.place),
      code: shortCode(one.code),
      label: words.other(one),
    }));
    setFound(partners);
    const choices = partners.map(({ id, label, place }) => ({ id, label, note: words.when(place) }));
    return [{ label: t('swap.classes'), choices }];
  };
  return (
    <Combobox
      label={t('swap.label')}
      hint={partner === undefined ? t('swap.hint') : words.when(partner.place)}
      value={partner ?? null}
      search={search}
      onChange={(choice) =>
        set({ partner: found.find(({ id }) => id === choice?.id), target: undefined, clock: undefined })
      }
    />
  );
}
