import type { ReactNode } from 'react';
import { useValue } from '@/shared/store/value';
import { AppLink } from '@/shared/ui/app-link';
import { ExternalIcon } from '@/shared/ui/icons';
import type { ShellEntry } from './entries';
import { isExternal } from './entries';
import { leftAt, openTabs } from './tabs';

interface Props {
  entry: ShellEntry & { href: string };
  current: boolean;
  className: string | undefined;
  labelClass?: string | undefined;
  /** Shows the icon alone; the label stays for screen readers and as tooltip. */
  iconOnly?: boolean;
  onFollow?: (() => void) | undefined;
}

/** A link of the menu, to a page or out of the portal. */
export function MenuLink({
  entry,
  current,
  className,
  labelClass,
  iconOnly = false,
  onFollow,
}: Props): ReactNode {
  const tabs = useValue(openTabs);
  const { icon: Icon, label, href } = entry;
  const inside = (
    <>
      {Icon && <Icon />}
      <span className={iconOnly ? 'visually-hidden' : labelClass}>{label}</span>
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
