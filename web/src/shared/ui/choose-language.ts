import { chooseLanguage, i18n } from '@/shared/i18n/i18n';
import type { Locale } from '@/shared/i18n/locale';
import { notify } from '@/shared/store/notices';

/** Switches to the language that somebody chose, and says so in it. */
export async function chooseAndSay(next: Locale): Promise<void> {
  await chooseLanguage(next);
  const say = i18n.translator('shared');
  notify('success', say('ui.languageChosen', { language: say(`language.${next}`) }));
}
