import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { usePageLocation } from '@/shared/store/page-location';
import { useRole, user } from '@/shared/access/user';
import { useMoment } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { AppLink } from '@/shared/ui/app-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { useValue } from '@/shared/store/value';
import { Card } from '@/shared/ui/card';
import { ReloadIcon } from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import { ProgressBar } from '@/shared/ui/progress';
import { EmptyState } from '@/shared/ui/state';
import { useLength } from '@/shared/time/use-length';
import type { WireLive, WireWatch } from './wire';
import styles from './lesson-view.module.css';

/** The login page's address with a way back here, query included. */
function loginHref(fullPath: string): string {
  const query = new URLSearchParams(fullPath.split('?')[1] ?? '');
  query.set('redirect', 'Watch');
  return `/login?${query.toString()}`;
}

const primary = buttonClass({ variant: 'primary' });

/** Asks a visitor to log in, with a way back here. */
export function LoginState() {
  const { t } = useTranslation('player');
  const { fullPath } = usePageLocation();
  return (
    <EmptyState
      drawing="door"
      title={t('login')}
      text={t('loginText')}
      action={
        <AppLink href={loginHref(fullPath)} className={primary}>
          {t('toLogin')}
        </AppLink>
      }
    />
  );
}

function Upcoming({ live }: { live: WireLive | null }) {
  const { t } = useTranslation('player');
  const moment = useMoment();
  const length = useLength();
  const now = useNow();
  const starts = Date.parse(live?.starts ?? '');
  const left = (starts - now) / 1000;
  const when = Number.isNaN(starts) ? '' : moment(starts);
  return (
    <EmptyState
      drawing="calendar"
      title={left > 0 ? t('upcoming.in', { length: length(left) }) : t('upcoming.soon')}
      text={when === '' ? t('upcoming.text') : t('upcoming.at', { time: when })}
      action={
        <AppLink href="/student/timetable" className={buttonClass()}>
          {t('toTimetable')}
        </AppLink>
      }
    />
  );
}

function Failed({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  const { t } = useTranslation('player');
  const staff = useRole() === 'admin';
  return (
    <EmptyState
      drawing="wrench"
      title={t('failed')}
      text={staff && reason !== '' ? reason : t('failedText')}
      action={
        staff ? (
          <AppLink href="/admin/recordings" className={primary}>
            {t('toRecordings')}
          </AppLink>
        ) : (
          <Button icon={ReloadIcon} onClick={onRetry}>
            {t('lookAgain')}
          </Button>
        )
      }
    />
  );
}

function Processing({ percent }: { percent: number }) {
  const { t } = useTranslation('player');
  const formats = useFormats();
  return (
    <div role="status">
      <EmptyState drawing="film" title={t('processing')} text={t('processingText')} />
      <Row gap={3} className={styles['bar']}>
        <ProgressBar percent={percent} label={t('processingPercent')} />
        <span>{formats.number(percent / 100, { style: 'percent' })}</span>
      </Row>
    </div>
  );
}

/** Why a lesson doesn't play and what to do, in place of the player. */
export function WatchState({ watch, onRetry }: { watch: WireWatch; onRetry: () => void }) {
  return (
    <Card className={styles['state']}>
      <Why watch={watch} onRetry={onRetry} />
    </Card>
  );
}

function Why({ watch, onRetry }: { watch: WireWatch; onRetry: () => void }) {
  const { t } = useTranslation('player');
  const { teaching } = useValue(user);
  const toTimetable = (
    <AppLink href="/student/timetable" className={primary}>
      {t('toTimetable')}
    </AppLink>
  );
  switch (watch.access) {
    case 'login':
      return <LoginState />;
    case 'not_enrolled':
      return (
        <EmptyState
          drawing="door"
          title={t(teaching ? 'studentsOnly' : 'notEnrolled')}
          text={t(teaching ? 'studentsOnlyText' : 'notEnrolledText')}
          action={toTimetable}
        />
      );
    case 'not_published':
      return (
        <EmptyState drawing="calendar" title={t('notPublished')} text={t('notPublishedText')} action={toTimetable} />
      );
    case 'granted':
    default:
      break;
  }
  switch (watch.state) {
    case 'processing':
      return <Processing percent={watch.percent} />;
    case 'failed':
      return <Failed reason={watch.reason} onRetry={onRetry} />;
    case 'upcoming':
      return <Upcoming live={watch.live} />;
    case 'none':
    case 'ready':
    case 'live':
    default:
      return <EmptyState drawing="film" title={t('none')} text={t('noneText')} action={toTimetable} />;
  }
}
