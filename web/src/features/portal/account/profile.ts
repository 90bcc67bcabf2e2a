import type { Locale } from '@/shared/i18n/locale';
import { nameIn } from '@/shared/i18n/name-in';
import { overseasCodes } from '@/shared/region/overseas';
import { overseas, type Region } from '@/shared/region/region';
import { countWords } from '@/shared/ui/count-words';
import type { UserInfo } from '@/shared/access/user-info';
import type { ProfileEdit } from './queries';

/** The limit of the introduction, in words. */
export const maxWords = 200;

/** The error of a field, as a key of the feature's messages. */
export type Wrong = 'profile.required' | 'profile.emailWrong' | 'profile.tooLong';

/** The error of each invalid field. The server checks the same rules. */
export function checkProfile(edit: ProfileEdit): Partial<Record<keyof ProfileEdit, Wrong>> {
  const wrong: Partial<Record<keyof ProfileEdit, Wrong>> = {};
  for (const name of ['nickname', 'email', 'countryRegion', 'area'] as const) {
    if (edit[name].trim() === '') {
      wrong[name] = 'profile.required';
    }
  }
  if (wrong.email === undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(edit.email.trim())) {
    wrong.email = 'profile.emailWrong';
  }
  if (countWords(edit.introduction) > maxWords) {
    wrong.introduction = 'profile.tooLong';
  }
  return wrong;
}

/** The country code of China, whose provinces are the regions of the tree. */
export const china = 'CN';

const countries = (overseasCodes.match(/.{5}/gu) ?? []).map((code) => ({
  letters: code.slice(0, 2),
  area: `9${code.slice(2)}00`,
}));

/** All countries by two-letter code, China first, the rest sorted by name in a language. */
export function countryOptions(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const option = (value: string): { value: string; label: string } => ({
    value,
    label: names.of(value) ?? value,
  });
  const others = countries.map(({ letters }) => option(letters));
  return [option(china), ...others.toSorted((a, b) => a.label.localeCompare(b.label, locale))];
}

/** The area code of a country without areas; empty for China, whose areas the user chooses. */
export function areaOfCountry(countryRegion: string): string {
  return countries.find(({ letters }) => letters === countryRegion)?.area ?? '';
}

function countryOfArea(area: string): string {
  if (area === '') {
    return '';
  }
  return countries.find((country) => country.area === area)?.letters ?? china;
}

/** The form's initial values from the account; a missing country is derived from the area. */
export function toEdit(info: UserInfo): ProfileEdit {
  const area = info.location;
  const given = info.countryRegion ?? '';
  return {
    nickname: info.nickname === '' ? info.name : info.nickname,
    email: info.email,
    countryRegion: given === '' ? countryOfArea(area) : given,
    area,
    introduction: info.introduction,
  };
}

/** China's regions, without the overseas countries of the tree. */
export function chinaOf(tree: readonly Region[]): readonly Region[] {
  return tree.filter((region) => region.id !== overseas);
}

/** The account's organisation in a language; `organizationName` of the contract is the Chinese name. */
export function organizationIn(locale: Locale, info: UserInfo): string {
  return nameIn(locale, { name: info.organizationName || info.organization, nameEn: info.organization });
}

/** The account's name in a language. */
export function ownName(locale: Locale, info: UserInfo): string {
  return nameIn(locale, { name: info.name, nameEn: info.nameLatin });
}
