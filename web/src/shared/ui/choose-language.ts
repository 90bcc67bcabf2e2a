import { chooseLanguage, i18n } from '@/shared/i18n/i18n';
import type { Locale } from '@/shared/i18n/locale';
import { notify } from '@/shared/store/notices';

/** Switches to the chosen language, and confirms it in that language. */
export async function chooseAndSay(next: Locale): Promise<void> {
  await chooseLanguage(next);
  const say = i18n.translator('shared');
  notify('success', say('ui.languageChosen', { language: say(`language.${next}`) }));
}
