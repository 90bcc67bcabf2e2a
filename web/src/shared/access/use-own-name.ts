import { useQuery } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useLocale } from '@/shared/i18n/use-translation';
import { user } from './user';
import { userInfoQuery } from './user-info';
import { useValue } from '@/shared/store/value';

/** What to call whoever is logged in: on an English page their name in Latin letters, where the college has it. */
export function useOwnName(): string {
  const locale = useLocale();
  const { name } = useValue(user);
  const { data } = useQuery({ ...userInfoQuery, enabled: false }); // whoever shows the page has asked already
  return nameIn(locale, { name, nameEn: data?.nameLatin ?? '' });
}
