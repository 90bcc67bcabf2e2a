import { useTranslation } from '@/shared/i18n/use-translation';
import { keyHelpOpen } from '@/shared/shortcuts/key-help';
import type { ShortcutMap } from '@/shared/shortcuts/shortcuts';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { useValue } from '@/shared/store/value';
import { KeyHelp } from './key-help';

interface Props {
  /** The pages that 'G' followed by a letter opens. */
  pages: readonly { key: string; label: string; href: string }[];
  onGo: (href: string) => void;
}

/** The shortcuts of every staff page: '?' lists them, 'G' and a letter opens a page. */
export function StaffKeys({ pages, onGo }: Props) {
  const { t } = useTranslation('staff');
  const open = useValue(keyHelpOpen);
  const help = {
    label: t('keys.open'),
    group: 'everywhere',
    run: () => keyHelpOpen.set(true),
  } as const;
  const going: ShortcutMap = Object.fromEntries(
    pages.map(({ key, label, href }) => [
      `g ${key}`,
      { label: t('keys.goTo', { page: label }), group: 'go', run: () => onGo(href) },
    ]),
  );
  // The second one is for people who have turned single keys off.
  useShortcuts({ ...going, '?': help, 'Ctrl+/': help });
  return open && <KeyHelp onClose={() => keyHelpOpen.set(false)} />;
}
