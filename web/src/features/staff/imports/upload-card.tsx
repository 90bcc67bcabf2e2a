import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useQueryParam } from '@/shared/store/page-location';
import { useValue } from '@/shared/store/value';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { FileInput } from '@/shared/ui/file-input';
import { ErrorIcon, UploadIcon } from '@/shared/ui/icons';
import { Row, Stack } from '@/shared/ui/layout';
import { ProgressBar } from '@/shared/ui/progress';
import styles from './imports.module.css';
import { importQueries } from './queries';
import { uploads, useSendFiles } from './uploads';

const kinds = '.xlsx,.xls,.csv,.tsv,.txt,.zip,.htm,.html';

/** The button that opens a file dialog. Files can also be dropped here, as anywhere on the page. */
function Zone({ off, onFiles }: { off: boolean; onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('imports');
  const id = useId();
  return (
    <div className={styles['field']}>
      <FileInput
        id={id}
        multiple
        accept={kinds}
        aria-label={t('upload.choose')}
        aria-describedby={`${id}-zone`}
        disabled={off}
        onFiles={onFiles}
      />
      <label id={`${id}-zone`} htmlFor={id} className={styles['zone']}>
        <UploadIcon size={24} className={styles['mark'] ?? ''} />
        <span className={styles['main']}>
          {t('upload.drop')} <span className="accent-text">{t('upload.choose')}</span>
        </span>
        <span className="text-2 size-13 regular">{t('upload.kinds')}</span>
      </label>
    </div>
  );
}

/** Uploads a file; the server finds out what it is and what its columns mean. */
export function UploadCard() {
  const { t } = useTranslation('imports');
  const { sending, problems } = useValue(uploads);
  const [asked, setAsked] = useQueryParam('kind');
  const kind = useQuery(importQueries.kinds()).data?.find((one) => one.kind === asked)?.kind;
  const send = useSendFiles(kind);
  return (
    <Card title={kind === undefined ? t('upload.title') : t('upload.titleOf', { kind: t(`kind.${kind}`) })}>
      {kind !== undefined && (
        <p className={styles['intro']}>
          {t('upload.kind', { kind: t(`kind.${kind}`) })}{' '}
          <Button size="s" variant="text" onClick={() => setAsked(undefined)}>
            {t('upload.anyKind')}
          </Button>
        </p>
      )}
      <Zone off={sending !== null} onFiles={send} />
      <div role="status">
        {sending !== null && (
          <Stack gap={1} className={styles['upload']}>
            <span className={styles['main']}>
              {sending.percent >= 100
                ? t('upload.reading', { file: sending.name })
                : t('upload.sending', { file: sending.name })}
            </span>
            <ProgressBar percent={sending.percent} label={t('upload.sending', { file: sending.name })} />
          </Stack>
        )}
      </div>
      <div role="alert">
        {problems.map((problem) => (
          <Row as="p" gap={1} key={problem} className={styles['wrong']}>
            <ErrorIcon size={14} />
            {problem}
          </Row>
        ))}
      </div>
    </Card>
  );
}
