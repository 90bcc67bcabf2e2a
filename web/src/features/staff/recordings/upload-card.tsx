import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { refresh } from '@/shared/api/cached';
import { nameIn, titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { UploadIcon } from '@/shared/ui/icons';
import { Select } from '@/shared/ui/select';
import { Switch } from '@/shared/ui/switch';
import { TextField } from '@/shared/ui/text-field';
import { ClassFields } from './class-fields';
import { FileDrop } from './file-pick';
import type { Chosen } from './places';
import { recordingQueries, type RecordedClass } from './queries';
import { usePlaceQuestion } from './replace-question';
import styles from './upload-card.module.css';
import { UploadProgress } from './upload-progress';
import { send, type Progress, type Sending, type Target } from './uploads';

/** The fields that choose a lesson, or the title of a new one. */
function useTarget(course: string) {
  const { t, locale } = useTranslation('recordings');
  const lessons = useQuery(recordingQueries.lessons(course));
  const [lesson, setLesson] = useState('');
  const [title, setTitle] = useState('');
  const [recordedClass, setRecordedClass] = useState<RecordedClass>();
  const [publish, setPublish] = useState(false);
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
          className={styles['wide']}
          label={t('upload.title')}
          value={title}
          maxLength={200}
          disabled={course === ''}
          onChange={({ target }) => setTitle(target.value)}
        />
      )}
      {!known && course !== '' && (
        <ClassFields key={course} course={course} value={recordedClass?.id ?? ''} onChange={setRecordedClass} />
      )}
      <div className={styles['wide']}>
        <Switch label={t('upload.publish')} hint={t('upload.publishHint')} checked={publish} onChange={setPublish} />
      </div>
    </>
  );
  const where = {
    lesson: known ? lesson : '',
    course,
    title: title.trim(),
    titleEn: '',
    class: recordedClass?.id ?? '',
  };
  const target: Chosen | null = where.lesson === '' && where.title === '' ? null : { ...where, beside: false, publish };
  const clear = (): void => {
    setTitle('');
    setRecordedClass(undefined);
  };
  return { fields, target, clear };
}

/** A place in the form that an upload takes, with text values only. */
const targetOf = ({ lesson, course, title, titleEn, class: classId, beside, publish }: Chosen): Target => ({
  ...(lesson !== ''
    ? { lesson }
    : {
        course,
        title: beside ? `${title} (2)` : title,
        ...(titleEn !== '' && { titleEn: beside ? `${titleEn} (2)` : titleEn }),
        ...(classId !== '' && { class: classId }),
        ...(beside && { beside: 'true' as const }),
      }),
  ...(publish === true && { publish: 'true' }),
});

/** Runs one upload at a time. */
function useUpload(onDone: () => void) {
  const { t } = useTranslation('recordings');
  const [name, setName] = useState('');
  const [progress, setProgress] = useState<Progress | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const change = (now: Progress): void => {
    setProgress(now);
    if (now.state === 'done') {
      void refresh(recordingQueries.all());
      onDone();
    }
  };
  const begin = async (file: File, target: Target): Promise<void> => {
    setName(file.name);
    setSending(await send(file, target, change, t('upload.failure')));
  };
  const cancel = (): void => {
    void sending?.cancel();
    setProgress(null);
  };
  return { name, progress, sending, begin, cancel };
}

interface Props {
  course: string;
  onCourse: (course: string) => void;
}

/** Uploads a file to a lesson of a course. */
export function UploadCard({ course, onCourse }: Props) {
  const { t, locale } = useTranslation('recordings');
  const courses = useQuery(recordingQueries.courses());
  const { fields, target, clear } = useTarget(course);
  const [file, setFile] = useState<File | null>(null);
  const { name, progress, sending, begin, cancel } = useUpload(() => {
    setFile(null);
    clear();
  });
  const busy = progress !== null && progress.state !== 'done';
  const whatIsMissing = (): string => {
    if (courses.data?.length === 0) {
      return t('upload.noCourses');
    }
    if (file === null) {
      return t('upload.noFile');
    }
    if (course === '') {
      return t('upload.noCourse');
    }
    return target === null ? t('upload.noTitle') : '';
  };
  const missing = whatIsMissing();
  const { take, dialog } = usePlaceQuestion((place) => file !== null && void begin(file, targetOf(place)));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (target !== null) {
      take(target);
    }
  };
  return (
    <Card title={t('upload.card')}>
      <form className={styles['form']} onSubmit={submit}>
        <FileDrop label={t('upload.file')} file={file} disabled={busy} onFile={setFile} />
        <div className={styles['fields']}>
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
        </div>
        <div className={styles['end']}>
          <p className="text-3 size-13">{busy || missing === '' ? t('upload.hint') : missing}</p>
          <Button type="submit" variant="primary" icon={UploadIcon} disabled={missing !== '' || busy}>
            {t('upload.start')}
          </Button>
        </div>
      </form>
      {dialog}
      {progress !== null && <UploadProgress {...{ name, progress, sending }} onCancel={cancel} />}
    </Card>
  );
}
