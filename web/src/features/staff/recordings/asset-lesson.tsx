import { useState } from 'react';
import { api } from '@/shared/api/api';
import { everything, useChange } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Grid } from '@/shared/ui/layout';
import { Switch } from '@/shared/ui/switch';
import { TextField } from '@/shared/ui/text-field';
import styles from './asset-row.module.css';
import { ClassFields } from './class-fields';
import { useEditLesson, type AssetLesson } from './queries';

export function Lesson({ lesson }: { lesson: AssetLesson }) {
  const { t } = useTranslation('recordings');
  const edit = useEditLesson();
  return (
    <div className={styles['switches']}>
      <Switch
        label={t('recordings.published')}
        checked={lesson.published}
        disabled={edit.isPending}
        onChange={(published) => edit.mutate({ ...lesson, published })}
      />
      <Switch
        label={t('recordings.preview')}
        checked={lesson.preview}
        disabled={edit.isPending}
        onChange={(preview) => edit.mutate({ ...lesson, preview })}
      />
    </div>
  );
}

/** Chooses the class that the lesson records. */
export function ClassOf({ lesson }: { lesson: AssetLesson }) {
  const edit = useEditLesson();
  return (
    <Grid gap="3 4" min="220px" fill>
      <ClassFields
        course={lesson.course}
        value={lesson.class}
        disabled={edit.isPending}
        onChange={(one) => edit.mutate({ ...lesson, class: one?.id ?? '', group: one?.group ?? '' })}
      />
    </Grid>
  );
}

/** The titles of the lesson in both languages. */
export function TitlesOf({ lesson }: { lesson: AssetLesson }) {
  const { t } = useTranslation('recordings');
  const [title, setTitle] = useState(lesson.title);
  const [titleEn, setTitleEn] = useState(lesson.titleEn);
  const save = useChange(
    () => api.put('/api/admin/lessons/{lesson}/title', { path: { lesson: lesson.id }, body: { title, titleEn } }),
    [everything],
  );
  const same = title.trim() === lesson.title && titleEn.trim() === lesson.titleEn;
  return (
    <Grid gap="3 4" min="220px" fill align="end">
      <TextField
        label={t('lesson.title')}
        value={title}
        maxLength={200}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextField
        label={t('lesson.titleEn')}
        value={titleEn}
        maxLength={200}
        onChange={({ target }) => setTitleEn(target.value)}
      />
      <Button disabled={same || title.trim() === ''} loading={save.isPending} onClick={() => save.mutate()}>
        {t('lesson.rename')}
      </Button>
    </Grid>
  );
}
