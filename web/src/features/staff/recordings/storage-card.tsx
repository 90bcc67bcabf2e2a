import { useQuery } from '@tanstack/react-query';
import { useFileSize } from '@/shared/i18n/use-file-size';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { ProgressBar } from '@/shared/ui/progress';
import { recordingQueries } from './queries';
import styles from './workers-card.module.css';

/** Share of free space below which the card warns. */
const little = 0.1;

/** How full the disk for recordings is. An object store has no known limit. */
export function StorageCard() {
  const { t } = useTranslation('recordings');
  const size = useFileSize();
  const { data } = useQuery(recordingQueries.work());
  if (data === undefined || data.storage.size === 0) {
    return null;
  }
  const { free, size: all } = data.storage;
  return (
    <Card title={t('storage.title')}>
      <p className={classNames('text-2', styles['aside'])}>{t('storage.free', { free: size(free), all: size(all) })}</p>
      <ProgressBar percent={Math.round((1 - free / all) * 100)} label={t('storage.used')} />
      {free < all * little && <p>{t('storage.little')}</p>}
    </Card>
  );
}
