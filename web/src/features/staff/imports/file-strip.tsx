import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '@/shared/api/api';
import { useChange } from '@/shared/api/cached';
import { useFileSize } from '@/shared/i18n/use-file-size';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Dialog } from '@/shared/ui/dialog';
import { FileIcon } from '@/shared/ui/icons';
import styles from './imports.module.css';
import { importQueries, sheetsOf, type Draft } from './queries';

/** Discards a draft after a confirmation, because its corrections are lost. */
function Discard({ draft }: { draft: Draft }) {
  const { t } = useTranslation('imports');
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const discard = useChange(
    () => api.delete('/api/admin/import-drafts/{draft}', { path: { draft: draft.id } }),
    [importQueries.drafts().queryKey],
    { onSuccess: () => router.history.push('/admin/imports') },
  );
  return (
    <>
      <Button size="s" variant="text" onClick={() => setAsking(true)}>
        {t('discard.open')}
      </Button>
      <Dialog
        alert
        open={asking}
        title={t('discard.title')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button data-autofocus onClick={() => setAsking(false)}>
              {t('discard.keep')}
            </Button>
            <Button variant="danger" loading={discard.isPending} onClick={() => discard.mutate()}>
              {t('discard.open')}
            </Button>
          </>
        }
      >
        {t('discard.text')}
      </Dialog>
    </>
  );
}

/** Which file it is, and a note that the draft is saved. */
export function FileStrip({ draft }: { draft: Draft }) {
  const { t } = useTranslation('imports');
  const size = useFileSize();
  const moment = useMoment();
  const read = sheetsOf(draft);
  const rows = draft.sheets.filter(({ name }) => read.includes(name)).reduce((sum, one) => sum + one.rows, 0);
  const mapped = draft.columns.filter(({ field }) => field !== '').length;
  const facts = [
    draft.allSheets
      ? t('file.sheets', { count: read.length })
      : draft.sheet !== '' && t('file.sheet', { sheet: draft.sheet }),
    draft.sheets.length > 0 && t('file.rows', { count: rows }),
    draft.columns.length > 0 && t('file.columns', { mapped, all: draft.columns.length }),
    draft.encoding === '' ? draft.format : t('file.encoding', { format: draft.format, encoding: draft.encoding }),
    size(draft.size),
  ].filter((fact) => fact !== false);
  return (
    <Card>
      <div className={styles['line']}>
        <FileIcon size={20} />
        <div className={styles['text']}>
          <p className={styles['main']}>{draft.file}</p>
          <p className="text-2 size-13 regular">{facts.join(' · ')}</p>
        </div>
        {draft.state !== 'applied' && (
          <>
            <span className="text-2 size-13 regular">{t('file.kept', { time: moment(draft.until) })}</span>
            {draft.state !== 'applying' && <Discard draft={draft} />}
          </>
        )}
      </div>
    </Card>
  );
}
