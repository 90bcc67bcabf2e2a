import type { Locale } from './locale';

/** Something with a name in both languages; the English one may be empty. */
export interface Bilingual {
  name: string;
  nameEn: string;
}

/** The name in the reader's language; the Chinese name if there is no English one. */
export function nameIn(locale: Locale, item: Bilingual | undefined): string {
  if (item === undefined) {
    return '';
  }
  return locale === 'zh-CN' ? item.name : item.nameEn || item.name;
}

/** The title of a lesson or chapter in the reader's language; the Chinese title if there is no English one. */
export function titleIn(locale: Locale, { title, titleEn }: { title: string; titleEn: string }): string {
  return nameIn(locale, { name: title, nameEn: titleEn });
}
