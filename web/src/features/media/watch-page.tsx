import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { usePageLocation } from '@/shared/store/page-location';
import { token } from '@/shared/store/session';
import { useValue } from '@/shared/store/value';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Page } from '@/shared/ui/page';
import { EmptyState } from '@/shared/ui/state';

/** The login page's address that comes back here, query and all. */
export function loginHref(fullPath: string): string {
  const query = new URLSearchParams(fullPath.split('?')[1] ?? '');
  query.set('redirect', 'Watch');
  return `/login?${query.toString()}`;
}

/** Lessons of a course and their player. Anonymous visitors are offered the way in, and come back. */
export function WatchPage(): ReactNode {
  const { t } = useTranslation('media');
  const { fullPath } = usePageLocation();
  const loggedIn = useValue(token) !== null;
  return (
    <Page title={t('title')}>
      <Card>
        {loggedIn ? (
          <EmptyState
            drawing="film"
            title={t('choose')}
            text={t('chooseText')}
            action={
              <AppLink href="/student/timetable" className={buttonClass({ variant: 'primary' })}>
                {t('toTimetable')}
              </AppLink>
            }
          />
        ) : (
          <EmptyState
            drawing="door"
            title={t('login')}
            text={t('loginText')}
            action={
              <AppLink href={loginHref(fullPath)} className={buttonClass({ variant: 'primary' })}>
                {t('toLogin')}
              </AppLink>
            }
          />
        )}
      </Card>
    </Page>
  );
}
