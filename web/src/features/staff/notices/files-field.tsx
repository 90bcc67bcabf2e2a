import { useId, useState } from 'react';
import { useFileSize } from '@/shared/i18n/use-file-size';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { buttonClass, IconButton } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { FileInput } from '@/shared/ui/file-input';
import { ErrorIcon, FileIcon, InfoIcon, TrashIcon, UploadIcon } from '@/shared/ui/icons';
import { Cluster, Row } from '@/shared/ui/layout';
import { Notice } from '@/shared/ui/notice';
import { ProgressBar } from '@/shared/ui/progress';
import { limits, type ComposeFormState } from './compose';
import styles from './notices.module.css';
import { attach, type NoticeFile } from './queries';

interface Upload {
  name: string;
  percent: number;
}

/** Uploads files one after the other; a failure keeps those already uploaded. */
function useUploads(files: readonly NoticeFile[], onChange: (files: readonly NoticeFile[]) => void) {
  const { t } = useTranslation('notices');
  const { list } = useFormats();
  const [upload, setUpload] = useState<Upload | null>(null);
  const [problem, setProblem] = useState<string>();
  const add = async (chosen: readonly File[]): Promise<void> => {
    const here = [...files];
    const room = limits.files - files.length;
    const over = chosen.slice(room).map(({ name }) => name);
    setProblem(over.length > 0 ? t('files.over', { names: list(over), count: over.length }) : undefined);
    for (const file of chosen.slice(0, room)) {
      setUpload({ name: file.name, percent: 0 });
      try {
        // One after the other, so that each has the whole bandwidth.
        const made = await attach(file, (percent) => setUpload({ name: file.name, percent }));
        here.push(made);
        onChange([...here]);
      } catch (error) {
        setProblem(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    setUpload(null);
  };
  return { upload, problem, add };
}

interface PickProps {
  off: boolean;
  wrong: boolean;
  hint: string;
  onFiles: (files: readonly File[]) => void;
}

function Pick({ off, wrong, hint, onFiles }: PickProps) {
  const { t } = useTranslation('notices');
  const id = useId();
  return (
    <Cluster as="span" gap="2 3" className={styles['pick']}>
      <FileInput
        id={id}
        multiple
        aria-label={t('files.add')}
        aria-describedby={`${id}-hint`}
        aria-invalid={wrong || undefined}
        disabled={off}
        onFiles={onFiles}
      />
      <label htmlFor={id} aria-hidden="true" className={classNames(buttonClass({ size: 's' }), off && styles['off'])}>
        <UploadIcon size={16} />
        {t('files.add')}
      </label>
      <span id={`${id}-hint`} className={classNames('text-3', styles['note'])}>
        {hint}
      </span>
    </Cluster>
  );
}

/** The files of a notice, uploaded as soon as they are chosen. */
export function FilesField({ form, filesLeft }: { form: ComposeFormState; filesLeft: boolean }) {
  const { t } = useTranslation('notices');
  const size = useFileSize();
  const { value: files, onChange, error } = form.value('files');
  const { upload, problem, add } = useUploads(files, onChange);
  const full = files.length >= limits.files;
  const wrong = problem ?? error;
  return (
    <Card title={t('files.label')}>
      {filesLeft && <Notice icon={InfoIcon}>{t('files.left')}</Notice>}
      {files.length > 0 && (
        <ul aria-label={t('files.label')} className={styles['files']}>
          {files.map((file) => (
            <li key={file.id} className={styles['file']}>
              <FileIcon size={18} />
              <span className={styles['name']}>{file.name}</span>
              <span className={classNames('text-3', styles['note'])}>{size(file.size)}</span>
              <IconButton
                icon={TrashIcon}
                size="s"
                label={t('files.remove', { name: file.name })}
                disabled={upload !== null}
                onClick={() => onChange(files.filter((one) => one.id !== file.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {upload !== null && (
        <div className={styles['upload']}>
          <span className={styles['name']}>{upload.name}</span>
          <ProgressBar percent={upload.percent} label={t('files.sending', { name: upload.name })} />
        </div>
      )}
      <Pick
        off={upload !== null || full}
        wrong={wrong !== undefined}
        hint={full ? t('files.full') : t('files.hint')}
        onFiles={(chosen) => void add(chosen)}
      />
      <div role="alert">
        {wrong !== undefined && (
          <Row as="p" gap={1} className={styles['wrong']}>
            <ErrorIcon size={14} />
            {wrong}
          </Row>
        )}
      </div>
    </Card>
  );
}
