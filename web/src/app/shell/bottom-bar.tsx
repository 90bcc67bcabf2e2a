import type { ReactNode } from 'react';
import { useUnreadCount } from '@/features/message/queries';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { AppLink } from '@/shared/ui/app-link';
import { CountMark } from '@/shared/ui/badge';
import { BellIcon, CalendarIcon, PersonIcon, PlayIcon } from '@/shared/ui/icons';
import styles from './bottom-bar.module.css';
import { leftAt, openTabs } from './tabs';

/** The phone's four places: timetable, watch, messages, me. For somebody who is logged in. */
export function BottomBar({ path }: { path: string }): ReactNode {
  const { t } = useTranslation('app');
  const unread = useUnreadCount();
  const tabs = useValue(openTabs);
  const places = [
    { href: '/student/timetable', label: t('bottom.timetable'), icon: CalendarIcon },
    { href: '/student/watch', label: t('bottom.watch'), icon: PlayIcon },
    { href: '/message', label: t('bottom.messages'), icon: BellIcon, unread },
    { href: '/user/info', label: t('bottom.me'), icon: PersonIcon },
  ];
  return (
    <nav aria-label={t('bottom.label')} className={styles['bar']}>
      <ul>
        {places.map(({ icon: Icon, ...place }) => (
          <li key={place.href}>
            <AppLink
              href={leftAt(tabs, place.href)}
              className={styles['place']}
              aria-current={path === place.href ? 'page' : undefined}
            >
              <span className={styles['icon']}>
                <Icon />
                {place.unread !== undefined && <CountMark count={place.unread} />}
              </span>
              <span>
                {place.label}
                {place.unread !== undefined && place.unread > 0 && (
                  <span className="visually-hidden">{t('bottom.unread', { count: place.unread })}</span>
                )}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
