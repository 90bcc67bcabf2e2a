import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { Stack } from '@/shared/ui/layout';
import { ProgressBar } from '@/shared/ui/progress';
import { retry, sendAnew } from './folder-queue';
import { isKnown, isNew, type Row } from './folder-store';
import styles from './folder.module.css';

export function Upload({ row }: { row: Row }) {
  const { t } = useTranslation('recordings');
  const formats = useFormats();
  const { state, bytes, reason } = row.sent;
  if (!isNew(row)) {
    return (
      <Stack gap={1} className={styles['upload']}>
        <span className={styles['aside']}>{t('folder.notSent')}</span>
        {isKnown(row) && (
          <Button size="s" variant="text" onClick={() => void sendAnew(row.key)}>
            {t('folder.anyway')}
          </Button>
        )}
      </Stack>
    );
  }
  const share = row.file.file.size === 0 ? 0 : bytes / row.file.file.size;
  const percent = formats.number(share, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <Stack gap={1} className={styles['upload']}>
      {state === 'sending' && <ProgressBar percent={share * 100} label={t('folder.sent', { file: row.file.path })} />}
      <span className={classNames('size-13', styles[state])}>
        {state === 'sending' || state === 'failed' || state === 'paused'
          ? t(`folder.state.${state}`, { percent })
          : t(`folder.state.${state}`)}
      </span>
      {reason !== '' && <span className={styles['bad']}>{reason}</span>}
      {state === 'failed' && (
        <Button size="s" onClick={() => retry(row.key)}>
          {t('folder.retry')}
        </Button>
      )}
    </Stack>
  );
}
