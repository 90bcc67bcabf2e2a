import { useFileSize } from '@/shared/i18n/use-file-size';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Card } from '@/shared/ui/card';
import { Descriptions } from '@/shared/ui/descriptions';
import { Stack } from '@/shared/ui/layout';
import { ProgressBar } from '@/shared/ui/progress';
import type { System } from './queries';
import styles from './system.module.css';

/** Disk usage as text, and as a bar that repeats it. */
function Disk({ disk }: { disk: System['disk'] }) {
  const { t } = useTranslation('system');
  const { number } = useFormats();
  const size = useFileSize();
  if (disk.size === 0) {
    return t('facts.unknown');
  }
  const percent = Math.round(((disk.size - disk.free) / disk.size) * 100);
  return (
    <Stack as="span" gap={2}>
      {t('facts.diskText', { free: size(disk.free), percent: number(percent) })}
      <ProgressBar percent={percent} label={t('facts.disk')} />
    </Stack>
  );
}

/** What the installation runs on: disk, database, media, backup, push and logins. */
export function FactsCard({ system }: { system: System }) {
  const { t } = useTranslation('system');
  const moment = useMoment();
  const size = useFileSize();
  const { database, disk, media, backup, push, logins, version } = system;
  const pushText =
    push.failed + push.retrying === 0
      ? t('facts.pushWell')
      : t('facts.pushText', { failed: push.failed, retrying: push.retrying, error: push.error });
  return (
    <Card title={t('facts.title')}>
      <Descriptions
        facts={[
          { label: t('facts.version'), value: `Lectern ${version}` },
          { label: t('facts.disk'), value: <Disk disk={disk} /> },
          {
            label: t('facts.database'),
            value: t('facts.databaseText', {
              engine: database.engine,
              version: database.version,
              size: size(database.size),
              schema: String(database.schema),
            }),
          },
          { label: t('facts.media'), value: <span className={styles['place']}>{media}</span> },
          {
            label: t('facts.backup'),
            value: backup === '' ? t('facts.never') : <time dateTime={backup}>{moment(Date.parse(backup))}</time>,
          },
          { label: t('facts.push'), value: pushText },
          { label: t('facts.logins'), value: t('facts.loginsText', { ...logins }) },
        ]}
      />
    </Card>
  );
}
