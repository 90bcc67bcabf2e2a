import { useTranslation } from '@/shared/i18n/use-translation';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { useMoment } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { AppLink } from '@/shared/ui/app-link';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import {
  BellIcon,
  BookIcon,
  GridIcon,
  HistoryIcon,
  PeopleIcon,
  SuccessIcon,
  UploadIcon,
  WarningIcon,
} from '@/shared/ui/icons';
import { Grid } from '@/shared/ui/layout';
import { useWide } from '@/shared/ui/wide';
import styles from './desk.module.css';

/** What staff do most often. */
export function QuickActions() {
  const { t, locale } = useTranslation('desk');
  const { scope } = useValue(user);
  const wide = useWide();
  const actions = [
    // Phones can show imports but not start one.
    {
      href: '/admin/imports',
      icon: GridIcon,
      label: t(wide ? 'quick.import' : 'quick.imports'),
      of: 'registrar',
    },
    { href: '/admin/students', icon: PeopleIcon, label: t('quick.students'), of: 'adviser' },
    { href: '/admin/notices/new', icon: BellIcon, label: t('quick.notice'), of: 'adviser' },
    { href: '/admin/recordings', icon: UploadIcon, label: t('quick.recordings'), of: 'media' },
    { href: '/admin/audit', icon: HistoryIcon, label: t('quick.audit'), of: 'auditor' },
  ].filter(({ of }) => scope === 'registrar' || scope === of);
  return (
    <nav aria-label={t('quick.title')}>
      <Grid as="ul" gap={3} min="160px">
        {actions.map(({ href, icon: Icon, label }) => (
          <li key={href}>
            <AppLink href={href} className={styles['action']}>
              <Icon />
              {label}
            </AppLink>
          </li>
        ))}
        <li>
          <a href={`/guide/staff.${locale}.html`} target="_blank" rel="noopener" className={styles['action']}>
            <BookIcon />
            {t('quick.guide')}
          </a>
        </li>
      </Grid>
    </nav>
  );
}

/** Age in ms from which a backup is overdue: one is made every night. */
const oldBackup = 48 * 60 * 60 * 1000;

export function BackupCard({ backup }: { backup: string }) {
  const { t } = useTranslation('desk');
  const moment = useMoment();
  const now = useNow();
  const at = backup === '' ? 0 : Date.parse(backup);
  const fresh = now - at < oldBackup;
  const Icon = fresh ? SuccessIcon : WarningIcon;
  return (
    <Card title={t('backup.title')}>
      <p className={classNames(styles['fact'], styles[fresh ? 'good' : 'bad'])}>
        <Icon size={18} />
        <span>
          {at === 0 ? t('backup.never') : <time dateTime={backup}>{t('backup.last', { time: moment(at) })}</time>}
        </span>
      </p>
      {!fresh && <p className={styles['advice']}>{t('backup.advice')}</p>}
    </Card>
  );
}
