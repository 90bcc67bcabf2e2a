import { useQuery } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { daysBetween } from '@/shared/time/civil';
import { useZone } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { termsQuery } from '@/shared/timetable/terms-query';
import { Chip } from '@/shared/ui/badge';

/** The current term and week; renders nothing between terms. */
export function TermChip() {
  const { t, locale } = useTranslation('desk');
  const today = civilAt(useNow(), useZone()).date;
  const { data } = useQuery(termsQuery);
  const term = data?.terms.find(({ firstMonday, lastDay }) => firstMonday <= today && today <= lastDay);
  if (term === undefined) {
    return null;
  }
  const week = Math.floor(daysBetween(term.firstMonday, today) / 7) + 1;
  return <Chip tone="accent">{t('week', { term: nameIn(locale, term), week: String(week) })}</Chip>;
}
