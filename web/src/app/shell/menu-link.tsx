import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { AppLink } from '@/shared/ui/app-link';
import { Count, CountMark } from '@/shared/ui/badge';
import { ExternalIcon } from '@/shared/ui/icons';
import { isExternal, type ShellEntry } from './entries';
import { menuCounts, type MenuCount } from './menu-counts';
import { leftAt, openTabs } from './tabs';

interface Props {
  entry: ShellEntry & { href: string };
  current: boolean;
  className: string | undefined;
  labelClass?: string | undefined;
  /** Shows only the icon; the label stays for screen readers and as a tooltip. */
  iconOnly?: boolean;
  onFollow?: (() => void) | undefined;
}

/** How many items are waiting behind an entry. */
function Waiting({ count, urgent, small }: MenuCount & { small: boolean }) {
  const { t } = useTranslation('app');
  return (
    <>
      {small ? (
        <CountMark count={count} urgent={urgent} />
      ) : (
        <span aria-hidden="true">
          <Count count={count > 99 ? '99+' : count} urgent={urgent} />
        </span>
      )}
      <span className="visually-hidden">{t('shell.waiting', { count })}</span>
    </>
  );
}

/** A link of the menu, to a page or to another site. */
export function MenuLink({ entry, current, className, labelClass, iconOnly = false, onFollow }: Props) {
  const tabs = useValue(openTabs);
  const waits = useValue(menuCounts)[entry.href];
  const { icon: Icon, label, href } = entry;
  const inside = (
    <>
      {Icon && <Icon />}
      <span className={iconOnly ? 'visually-hidden' : labelClass}>{label}</span>
      {waits && <Waiting {...waits} small={iconOnly} />}
    </>
  );
  const shared = { className, title: iconOnly ? label : undefined, onClick: onFollow };
  return isExternal(href) ? (
    <a {...shared} href={href} target="_blank" rel="noreferrer noopener">
      {inside}
      {!iconOnly && <ExternalIcon size={14} />}
    </a>
  ) : (
    <AppLink {...shared} href={leftAt(tabs, href)} aria-current={current ? 'page' : undefined}>
      {inside}
    </AppLink>
  );
}
