import type { Locale } from './locale';

/** What the college calls something in the reader's language; the Chinese name where it has no other. */
export function nameIn(locale: Locale, item: { name: string; nameEn: string }): string {
  return locale === 'zh-CN' || item.nameEn === '' ? item.name : item.nameEn;
}

/** The title of a lesson or chapter in the reader's language; the Chinese title where it has no other. */
export function titleIn(locale: Locale, { title, titleEn }: { title: string; titleEn: string }): string {
  return nameIn(locale, { name: title, nameEn: titleEn });
}
