import { useState } from 'react';
import { landingOf } from '@/app/route-meta';
import { MessageButton } from '@/features/portal/messages/message-button';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useRole } from '@/shared/access/user';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass, IconButton } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { Drawer } from '@/shared/ui/dialog';
import { BrandIcon, MenuIcon } from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import { FullScreenButton, LanguageMenu, SettingsButton, ThemeButton, UserMenu } from './navbar-buttons';
import styles from './navbar.module.css';
import { SearchButton, SearchWindow } from './page-search';
import { StaffSearch, StaffTerm } from './staff-search';
import { WholeMenu } from './side-menu';
import { TopMenu } from './top-menu';
import { useWide } from '@/shared/ui/wide';

interface Props {
  college: string;
  path: string;
  topMenu: boolean;
  /** Whether the menu may be opened as a drawer on a phone. */
  menu: boolean;
  loggedIn: boolean;
  /** The login page's address, with a way back. */
  loginHref: string;
  onGo: (href: string) => void;
  onLogout: () => void;
}

/** The menu on a phone, as a drawer. */
function MenuDrawer({ path }: Pick<Props, 'path'>) {
  const { t } = useTranslation('app');
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={MenuIcon} label={t('shell.openMenu')} aria-expanded={open} onClick={() => setOpen(true)} />
      <Drawer side="start" open={open} title={t('shell.menu')} onClose={() => setOpen(false)}>
        <nav aria-label={t('shell.menu')}>
          <WholeMenu path={path} onFollow={() => setOpen(false)} />
        </nav>
      </Drawer>
    </>
  );
}

/** The bar at the top: the college's name and the tools of every page. */
export function Navbar(props: Props) {
  const { college, path, topMenu, menu, loggedIn, loginHref, onGo, onLogout } = props;
  const { t } = useTranslation('app');
  const wide = useWide();
  const role = useRole();
  const staff = role === 'admin';
  return (
    <Row as="header" className={classNames('no-print', styles['bar'])}>
      {(menu || topMenu) && !wide && loggedIn && <MenuDrawer path={path} />}
      <AppLink href={landingOf(role)} className={styles['brand']}>
        <span className={styles['mark']}>
          <BrandIcon />
        </span>
        <span>{college}</span>
      </AppLink>
      {topMenu && wide && loggedIn && <TopMenu path={path} />}
      {wide && loggedIn && staff && <StaffSearch onGo={onGo} />}
      {wide && loggedIn && staff && (
        <Row gap={3} shrink className={classNames('nowrap', styles['around'])}>
          <StaffTerm />
        </Row>
      )}
      <Row className={styles['tools']}>
        {loggedIn && !staff && <SearchButton />}
        <LanguageMenu />
        <ThemeButton />
        {loggedIn && wide && <MessageButton onOpenPage={() => onGo('/message')} />}
        {wide && <FullScreenButton />}
        {wide && <SettingsButton />}
        {loggedIn ? (
          <UserMenu settingsInside={!wide} onGo={onGo} onLogout={onLogout} />
        ) : (
          <AppLink href={loginHref} className={buttonClass({ variant: 'primary', size: 's' })}>
            {t('menu.login')}
          </AppLink>
        )}
      </Row>
      <SearchWindow onGo={onGo} />
    </Row>
  );
}
