import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameIn, titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Grid } from '@/shared/ui/layout';
import { Select } from '@/shared/ui/select';
import { TextField } from '@/shared/ui/text-field';
import { ClassFields } from './class-fields';
import styles from './folder.module.css';
import { recordingQueries, type RecordedClass, type Place } from './queries';

interface Props {
  /** The initial title of a new lesson. */
  title: string;
  onPlace: (place: Place) => void;
}

const placeIn = (course: string, title: string, titleEn: string): Place => ({
  lesson: '',
  course,
  title,
  titleEn,
  class: '',
  beside: false,
});

/** Chooses any lesson or class, for files the matcher didn't recognize. */
export function PlaceFields({ title: begin, onPlace }: Props) {
  const { t, locale } = useTranslation('recordings');
  const courses = useQuery(recordingQueries.courses()).data ?? [];
  const [course, setCourse] = useState('');
  const lessons = useQuery(recordingQueries.lessons(course)).data ?? [];
  const [lesson, setLesson] = useState('');
  const [recordedClass, setRecordedClass] = useState<RecordedClass>();
  const [title, setTitle] = useState(begin);
  const chosen = lessons.find(({ id }) => id === lesson);
  const take = (): void =>
    onPlace({
      ...placeIn(course, chosen?.title ?? title.trim(), chosen?.titleEn ?? ''),
      ...(chosen ? { lesson } : { class: recordedClass?.id ?? '' }),
    });
  const ready = course !== '' && (lesson !== '' || title.trim() !== '');
  return (
    <Grid gap={3} min="180px" fill align="end" className={styles['fields']}>
      <Select
        label={t('upload.course')}
        value={course}
        placeholder={t('upload.choose')}
        options={courses.map((one) => ({ value: one.id, label: `${one.code} ${nameIn(locale, one)}` }))}
        onChange={({ target }) => {
          setCourse(target.value);
          setLesson('');
          setRecordedClass(undefined);
        }}
      />
      <Select
        label={t('upload.lesson')}
        value={lesson}
        disabled={course === ''}
        placeholder={t('upload.newLesson')}
        options={lessons.map((one) => ({
          value: one.id,
          label: t('lessons.title', { position: one.position, title: titleIn(locale, one) }),
        }))}
        onChange={({ target }) => setLesson(target.value)}
      />
      {lesson === '' && course !== '' && (
        <>
          <ClassFields key={course} course={course} value={recordedClass?.id ?? ''} onChange={setRecordedClass} />
          <TextField
            label={t('upload.title')}
            value={title}
            maxLength={200}
            onChange={({ target }) => setTitle(target.value)}
          />
        </>
      )}
      <Button size="s" disabled={!ready} onClick={take}>
        {t('folder.take')}
      </Button>
    </Grid>
  );
}
