import type { Locale } from '@/shared/i18n/locale';
import { storageKeys } from '@/shared/store/keys';
import { createPersisted } from '@/shared/store/value';

type Names = Readonly<Record<Locale, string>>;

function parse(text: string | null): Names | null {
  try {
    const { 'en-US': en, 'zh-CN': zh } = JSON.parse(text ?? '') as Partial<Names>;
    return typeof en === 'string' && typeof zh === 'string' ? { 'en-US': en, 'zh-CN': zh } : null;
  } catch {
    return null;
  }
}

/** The college's name in both languages as this device last heard it, or null. It is nobody's secret and stays. */
export const college = createPersisted<Names | null>(storageKeys.college, {
  parse,
  format: (names) => (names === null ? null : JSON.stringify(names)),
});
