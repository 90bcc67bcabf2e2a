import { api } from '@/shared/api/api';
import { useChange } from '@/shared/api/cached';
import { codeOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { DownloadIcon, LockIcon, WarningIcon } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import styles from './report.module.css';
import { saveCodes, type Draft } from './queries';

/**
 * The one-time codes of new accounts. The person who imported them downloads them, then deletes them from the server.
 */
export function CodesCard({ draft, count }: { draft: Draft; count: number }) {
  const { t } = useTranslation('imports');
  const download = useChange(() => saveCodes(draft.id, t('codes.file', { file: draft.file.replace(/\.\w+$/u, '') })));
  const forget = useChange(() => api.delete('/api/admin/import-drafts/{draft}/codes', { path: { draft: draft.id } }));
  const gone = forget.isSuccess || codeOf(download.error) === 'roster.no_codes';
  return (
    <Card title={t('codes.title', { count })}>
      {gone ? (
        <p role="status">{t('codes.gone')}</p>
      ) : (
        <>
          <Notice tone="warning" icon={WarningIcon}>
            {t('codes.text')}
          </Notice>
          <div className={styles['buttons']}>
            <Button icon={DownloadIcon} loading={download.isPending} onClick={() => download.mutate()}>
              {t('codes.download')}
            </Button>
            {download.isSuccess && (
              <Button icon={LockIcon} loading={forget.isPending} onClick={() => forget.mutate()}>
                {t('codes.forget')}
              </Button>
            )}
          </div>
          <div role="alert">
            {download.error !== null && <p className={styles['wrong']}>{download.error.message}</p>}
          </div>
        </>
      )}
    </Card>
  );
}
