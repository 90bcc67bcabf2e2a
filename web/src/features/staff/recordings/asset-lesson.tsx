import { useTranslation } from '@/shared/i18n/use-translation';
import { Grid } from '@/shared/ui/layout';
import { Switch } from '@/shared/ui/switch';
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
        onChange={(held) => edit.mutate({ ...lesson, class: held?.id ?? '', group: held?.group ?? '' })}
      />
    </Grid>
  );
}
