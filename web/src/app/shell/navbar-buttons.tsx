import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { locales } from '@/shared/i18n/locale';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { updateSettings } from '@/shared/store/settings';
import { useOwnName } from '@/shared/access/use-own-name';
import { switchRole, useRole, user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { theme, toggleTheme } from '@/shared/theme/theme';
import { Avatar } from '@/shared/ui/avatar';
import { IconButton } from '@/shared/ui/button';
import { chooseAndSay } from '@/shared/ui/choose-language';
import {
  ExpandIcon,
  GearIcon,
  GlobeIcon,
  GridIcon,
  LogoutIcon,
  MoonIcon,
  PersonIcon,
  ShrinkIcon,
  SunIcon,
  SwitchIcon,
} from '@/shared/ui/icons';
import { Menu, type MenuItem } from '@/shared/ui/menu';
import styles from './navbar.module.css';

/** Chooses the language, stores the choice and confirms it. */
export function LanguageMenu() {
  const { t, locale } = useTranslation('shared');
  return (
    <Menu
      label={t('ui.language')}
      items={locales.map((id) => ({
        id,
        label: t(`language.${id}`),
        checked: id === locale,
        onSelect: () => void chooseAndSay(id),
      }))}
      renderTrigger={(props) => <IconButton {...props} icon={GlobeIcon} label={t('ui.language')} />}
    />
  );
}

/** Switches between light and dark. */
export function ThemeButton() {
  const { t } = useTranslation('shared');
  const dark = useValue(theme) === 'dark';
  return (
    <IconButton
      icon={dark ? SunIcon : MoonIcon}
      label={dark ? t('ui.toLight') : t('ui.toDark')}
      onClick={toggleTheme}
    />
  );
}

/** Toggles full screen; absent where the browser doesn't support it, as on phones. */
export function FullScreenButton() {
  const { t } = useTranslation('app');
  const [full, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const follow = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const toggle = (): Promise<void> => (full ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return document.fullscreenEnabled ? (
    <IconButton
      icon={full ? ShrinkIcon : ExpandIcon}
      label={full ? t('shell.leaveFullScreen') : t('shell.fullScreen')}
      // The browser may refuse; nothing has changed then.
      onClick={() => void toggle().catch(() => undefined)}
    />
  ) : null;
}

export function SettingsButton() {
  const { t } = useTranslation('app');
  return (
    <IconButton icon={GearIcon} label={t('settings.title')} onClick={() => updateSettings({ globalSettings: true })} />
  );
}

interface UserMenuProps {
  /** Whether this menu includes the settings, as on phones. */
  settingsInside: boolean;
  onGo: (href: string) => void;
  onLogout: () => void;
}

/** The user's name, their pages and logging out. Staff can switch to the student view. */
export function UserMenu({ settingsInside, onGo, onLogout }: UserMenuProps) {
  const { t } = useTranslation('app');
  const { avatar, role } = useValue(user);
  const name = useOwnName();
  const shown = useRole();
  const router = useRouter();
  const switching: MenuItem[] = [
    {
      id: 'role',
      icon: SwitchIcon,
      label: shown === 'admin' ? t('shell.viewAsStudent') : t('shell.viewAsStaff'),
      onSelect: () => {
        switchRole();
        void router.invalidate(); // the guard decides whether the new view includes this page
        notify('success', shown === 'admin' ? t('shell.switchedToStudent') : t('shell.switchedToStaff'));
      },
    },
  ];
  return (
    <Menu
      label={t('shell.account')}
      header={<p className={styles['who']}>{name}</p>}
      items={[
        ...(role === 'admin' ? switching : []),
        { id: 'info', icon: PersonIcon, label: t('menu.user.info'), onSelect: () => onGo('/user/info') },
        {
          id: 'setting',
          icon: GearIcon,
          label: t('menu.user.setting'),
          onSelect: () => onGo('/user/setting'),
        },
        ...(settingsInside
          ? [
              {
                id: 'settings',
                icon: GridIcon,
                label: t('settings.title'),
                onSelect: () => updateSettings({ globalSettings: true }),
              },
            ]
          : []),
        { id: 'logout', icon: LogoutIcon, label: t('shell.logout'), separated: true, onSelect: onLogout },
      ]}
      renderTrigger={(props) => (
        <button type="button" className={styles['me']} title={name} {...props}>
          <Avatar name={name} src={avatar} size={32} />
          <span className="visually-hidden">{t('shell.accountOf', { name })}</span>
        </button>
      )}
    />
  );
}
