import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { Stack } from '@/shared/ui/layout';
import { ProgressBar } from '@/shared/ui/progress';
import { useFileSize } from '@/shared/i18n/use-file-size';
import styles from './upload-card.module.css';
import type { Progress, Sending } from './uploads';

interface Props {
  name: string;
  progress: Progress;
  sending: Sending | null;
  onCancel: () => void;
}

/** The progress of an upload, with a way to cancel it. */
export function UploadProgress({ name, progress, sending, onCancel }: Props) {
  const { t } = useTranslation('recordings');
  const formats = useFormats();
  const size = useFileSize();
  const percent = progress.total > 0 ? (100 * progress.sent) / progress.total : 0;
  return (
    <Stack gap={2} className={styles['under']} role="status">
      <p>
        <strong>{name}</strong> {t(`upload.${progress.state}`)}
      </p>
      <ProgressBar percent={percent} label={t('upload.progress')} />
      {progress.reason !== '' && <p className="danger">{progress.reason}</p>}
      <div className={styles['foot']}>
        <p className={classNames('text-3 size-13', styles['facts'])}>
          {t('upload.of', { sent: size(progress.sent), total: size(progress.total) })} ·{' '}
          {formats.number(percent / 100, { style: 'percent' })}
        </p>
        {progress.state !== 'done' && (
          <div className={styles['actions']}>
            <Button size="s" variant="text" onClick={onCancel}>
              {t('upload.cancel')}
            </Button>
            {progress.state === 'sending' ? (
              <Button size="s" onClick={sending?.pause}>
                {t('upload.pause')}
              </Button>
            ) : (
              <Button size="s" variant="primary" onClick={sending?.resume}>
                {t('upload.resume')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Stack>
  );
}
