import { useQuery } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useLocale } from '@/shared/i18n/use-translation';
import { user } from './user';
import { userInfoQuery } from './user-info';
import { useValue } from '@/shared/store/value';

/** The user's name; on an English page in Latin letters, if the college has that. */
export function useOwnName(): string {
  const locale = useLocale();
  const { name } = useValue(user);
  const { data } = useQuery({ ...userInfoQuery, enabled: false }); // the page around it has fetched this already
  return nameIn(locale, { name, nameEn: data?.nameLatin ?? '' });
}
