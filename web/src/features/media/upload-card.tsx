import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { UploadIcon } from '@/shared/ui/icons';
import { ProgressBar } from '@/shared/ui/progress';
import { Select } from '@/shared/ui/select';
import { TextField } from '@/shared/ui/text-field';
import { titleIn } from './lesson-words';
import styles from './recordings-page.module.css';
import { staffQueries } from './staff-queries';
import type { Progress, Sending, Target } from './uploads';
import { send } from './uploads';
import { useLengths } from './use-lengths';

/** One upload under way, with what can be done about it. */
function Under({
  name,
  progress,
  sending,
  onCancel,
}: {
  name: string;
  progress: Progress;
  sending: Sending | null;
  onCancel: () => void;
}): ReactNode {
  const { t } = useTranslation('media');
  const formats = useFormats();
  const { size } = useLengths();
  const percent = progress.total > 0 ? (100 * progress.sent) / progress.total : 0;
  return (
    <div className={styles['under']} role="status">
      <p>
        <strong>{name}</strong> {t(`upload.${progress.state}`)}
      </p>
      <ProgressBar percent={percent} label={t('upload.progress')} />
      <p className={styles['facts']}>
        {t('upload.of', { sent: size(progress.sent), total: size(progress.total) })} ·{' '}
        {formats.number(percent / 100, { style: 'percent' })}
      </p>
      {progress.reason !== '' && <p className={styles['reason']}>{progress.reason}</p>}
      <div className={styles['actions']}>
        {progress.state === 'sending' && <Button onClick={sending?.pause}>{t('upload.pause')}</Button>}
        {(progress.state === 'paused' || progress.state === 'failed') && (
          <Button variant="primary" onClick={sending?.resume}>
            {t('upload.resume')}
          </Button>
        )}
        {progress.state !== 'done' && (
          <Button variant="text" onClick={onCancel}>
            {t('upload.cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The fields: which lesson, or the title of a new one. */
function useTarget(course: string) {
  const { t, locale } = useTranslation('media');
  const lessons = useQuery(staffQueries.lessons(course));
  const [lesson, setLesson] = useState('');
  const [title, setTitle] = useState('');
  const known = lessons.data?.some(({ id }) => id === lesson) === true;
  const fields = (
    <>
      <Select
        label={t('upload.lesson')}
        value={known ? lesson : ''}
        disabled={course === ''}
        placeholder={t('upload.newLesson')}
        options={(lessons.data ?? []).map((one) => ({
          value: one.id,
          label: t('lessons.title', { position: one.position, title: titleIn(locale, one) }),
        }))}
        onChange={({ target }) => setLesson(target.value)}
      />
      {!known && (
        <TextField
          label={t('upload.title')}
          value={title}
          maxLength={200}
          disabled={course === ''}
          onChange={({ target }) => setTitle(target.value)}
        />
      )}
    </>
  );
  const target = known ? { lesson } : title.trim() === '' ? null : { course, title: title.trim() };
  return { fields, target };
}

/** One upload at a time, and how it stands. */
function useUpload() {
  const { t } = useTranslation('media');
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const change = (now: Progress): void => {
    setProgress(now);
    if (now.state === 'done') {
      void client.invalidateQueries({ queryKey: staffQueries.all() });
    }
  };
  const begin = async (file: File, target: Target): Promise<void> => {
    setSending(await send(file, target, change, t('upload.failure')));
  };
  const cancel = (): void => {
    void sending?.cancel();
    setProgress(null);
  };
  return { progress, sending, begin, cancel };
}

/** Chooses a course, a lesson and a file, and sends it. */
export function UploadCard({
  course,
  onCourse,
}: {
  course: string;
  onCourse: (course: string) => void;
}): ReactNode {
  const { t, locale } = useTranslation('media');
  const courses = useQuery(staffQueries.courses());
  const { fields, target } = useTarget(course);
  const [file, setFile] = useState<File | null>(null);
  const { progress, sending, begin, cancel } = useUpload();
  const busy = progress !== null && progress.state !== 'done';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (file !== null && target !== null) {
      void begin(file, target);
    }
  };
  return (
    <Card title={t('upload.card')}>
      <form className={styles['form']} onSubmit={submit}>
        <Select
          label={t('upload.course')}
          value={course}
          placeholder={t('upload.choose')}
          options={(courses.data ?? []).map((one) => ({
            value: one.id,
            label: `${one.code} ${nameIn(locale, one)}`,
          }))}
          onChange={(event) => onCourse(event.target.value)}
        />
        {fields}
        <label className={styles['file']}>
          <span>{t('upload.file')}</span>
          <input
            type="file"
            accept="video/*,audio/*,.mkv,.ts"
            onChange={({ target: input }) => setFile(input.files?.[0] ?? null)}
          />
        </label>
        <Button
          type="submit"
          variant="primary"
          icon={UploadIcon}
          disabled={course === '' || target === null || file === null || busy}
        >
          {t('upload.start')}
        </Button>
      </form>
      {progress !== null && <Under name={file?.name ?? ''} {...{ progress, sending }} onCancel={cancel} />}
      <p className={styles['hint']}>{t('upload.hint')}</p>
    </Card>
  );
}
