import { useFileSize } from '@/shared/i18n/use-file-size';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useLength } from '@/shared/time/use-length';
import { useNow } from '@/shared/time/use-now';
import { Button } from '@/shared/ui/button';
import { PauseIcon, StartIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import { MeterBar } from '@/shared/ui/staff/meter-bar';
import { pauseAll, resumeAll, sentBytes } from './folder-queue';
import { isNew, type Folder } from './folder-store';
import styles from './folder.module.css';

/** The progress of all uploads and the time left. */
export function FolderProgress({ folder }: { folder: Folder }) {
  const { t } = useTranslation('recordings');
  const size = useFileSize();
  const length = useLength();
  const now = useNow();
  const rows = folder.rows.filter(isNew);
  const count = (state: string): number => rows.filter(({ sent }) => sent.state === state).length;
  const total = rows.reduce((sum, { file }) => sum + file.file.size, 0);
  const sent = sentBytes(rows);
  const seconds = (now - folder.since.at) / 1000;
  const rate = folder.since.at === 0 || seconds < 2 ? 0 : (sent - folder.since.bytes) / seconds;
  // Uploads that have stopped wait for someone, so they don't count for the time left.
  const going = rows.filter(({ sent: { state } }) => state !== 'done' && state !== 'failed');
  const rest = going.reduce((sum, { file }) => sum + file.file.size, 0) - sentBytes(going);
  const left = rate > 0 ? rest / rate : null;
  const parts = [
    { id: 'done', label: t('folder.count.done'), value: count('done'), tone: 'accent' },
    { id: 'sending', label: t('folder.count.sending'), value: count('sending'), tone: 'success' },
    { id: 'failed', label: t('folder.count.failed'), value: count('failed'), tone: 'danger' },
    {
      id: 'waiting',
      label: t('folder.count.waiting'),
      value: count('waiting') + count('paused'),
      tone: 'neutral',
    },
  ] as const;
  const params = { count: going.length, size: size(rest) };
  return (
    <section className={styles['progress']} aria-label={t('folder.progress')}>
      <div>
        <p className="size-22 bold">{t('folder.uploaded', { done: count('done'), all: rows.length })}</p>
        <p className={styles['aside']}>{t('upload.of', { sent: size(sent), total: size(total) })}</p>
      </div>
      <MeterBar parts={parts} total={rows.length} />
      {going.length > 0 && (
        <Stack gap={1} align="end">
          {folder.paused ? (
            <Button size="s" icon={StartIcon} onClick={resumeAll}>
              {t('folder.resumeAll')}
            </Button>
          ) : (
            <Button size="s" icon={PauseIcon} onClick={pauseAll}>
              {t('folder.pauseAll')}
            </Button>
          )}
          <p className={styles['aside']}>
            {folder.paused
              ? t('folder.paused')
              : left === null
                ? t('folder.leftUnknown', params)
                : left < 60
                  ? t('folder.leftSoon', params)
                  : t('folder.left', { ...params, length: length(left) })}
          </p>
        </Stack>
      )}
    </section>
  );
}
