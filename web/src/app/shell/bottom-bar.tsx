import { useState } from 'react';
import { useUnreadCount } from '@/features/portal/messages/queries';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useRole, user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { AppLink } from '@/shared/ui/app-link';
import { CountMark } from '@/shared/ui/badge';
import { classNames } from '@/shared/ui/class-names';
import {
  BellIcon,
  CalendarIcon,
  DeskIcon,
  GridIcon,
  PeopleIcon,
  PersonIcon,
  PlayIcon,
  SearchIcon,
  type IconType,
} from '@/shared/ui/icons';
import styles from './bottom-bar.module.css';
import { pagesOf } from './entries';
import { StaffSearchDialog } from './staff-search';
import { leftAt, openTabs } from './tabs';
import { useEntries } from './use-entries';

interface Place {
  href: string;
  label: string;
  icon: IconType;
  unread?: number | undefined;
}

function PlaceLink({ place, path }: { place: Place; path: string }) {
  const { t } = useTranslation('app');
  const tabs = useValue(openTabs);
  const { href, label, icon: Icon, unread } = place;
  return (
    <AppLink href={leftAt(tabs, href)} className={styles['place']} aria-current={path === href ? 'page' : undefined}>
      <span className={styles['icon']}>
        <Icon />
        {unread !== undefined && <CountMark count={unread} />}
      </span>
      <span>
        {label}
        {unread !== undefined && unread > 0 && (
          <span className="visually-hidden">{t('bottom.unread', { count: unread })}</span>
        )}
      </span>
    </AppLink>
  );
}

/** Staff search in the bottom bar. */
function SearchButton({ onGo }: { onGo: (href: string) => void }) {
  const { t } = useTranslation('app');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles['place']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={styles['icon']}>
          <SearchIcon />
        </span>
        <span>{t('bottom.search')}</span>
      </button>
      {open && <StaffSearchDialog onGo={onGo} onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * The phone's four buttons for a logged-in user: timetable, watch (teachers: teaching), messages and me; for staff:
 * desk, search, their first page and me.
 */
export function BottomBar({ path, onGo }: { path: string; onGo: (href: string) => void }) {
  const { t } = useTranslation('app');
  const unread = useUnreadCount();
  const staff = useRole() === 'admin';
  const { teaching } = useValue(user);
  const work = pagesOf(useEntries())
    .map(({ href = '', label, icon = GridIcon }) => ({ href, label, icon }))
    .filter(({ href }) => href.startsWith('/admin/'))
    .slice(0, 1);
  const me = { href: '/user/info', label: t('bottom.me'), icon: PersonIcon };
  const places: Place[] = staff
    ? [{ href: '/admin', label: t('menu.admin.desk'), icon: DeskIcon }, ...work, me]
    : [
        { href: '/student/timetable', label: t('bottom.timetable'), icon: CalendarIcon },
        teaching
          ? { href: '/teaching', label: t('menu.teaching'), icon: PeopleIcon }
          : { href: '/student/watch', label: t('bottom.watch'), icon: PlayIcon },
        { href: '/message', label: t('bottom.messages'), icon: BellIcon, unread },
        me,
      ];
  const items = places.map((place) => ({
    key: place.href,
    item: <PlaceLink key={place.href} {...{ place, path }} />,
  }));
  const all = staff ? items.toSpliced(1, 0, { key: 'search', item: <SearchButton key="search" onGo={onGo} /> }) : items;
  return (
    <nav aria-label={t('bottom.label')} className={classNames('no-print', styles['bar'])}>
      <ul>
        {all.map(({ key, item }) => (
          <li key={key}>{item}</li>
        ))}
      </ul>
    </nav>
  );
}
