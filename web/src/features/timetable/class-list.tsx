import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { Tone } from '@/shared/ui/badge';
import { Chip } from '@/shared/ui/badge';
import styles from './class-list.module.css';
import type { DatedClass } from './queries';

const tones: Readonly<Record<Exclude<DatedClass['state'], 'held'>, Tone>> = {
  cancelled: 'danger',
  moved: 'warning',
  added: 'accent',
};

/** The classes of one day as an agenda: times at the side, what and where beside them. */
export function ClassList({ classes }: { classes: readonly DatedClass[] }): ReactNode {
  const { t } = useTranslation('timetable');
  return (
    <ol className={styles['list']}>
      {classes.map((one) => (
        <li key={one.id} className={styles['class']} data-state={one.state}>
          <p className={styles['times']}>
            <time dateTime={`${one.day}T${one.starts}`}>{one.starts}</time>
            <time dateTime={`${one.day}T${one.ends}`}>{one.ends}</time>
          </p>
          <div className={styles['what']}>
            <p className={styles['course']}>{one.course}</p>
            <p className={styles['where']}>
              {[one.room === '' ? t('online') : one.room, one.teacher]
                .filter((word) => word !== '')
                .join(' · ')}
            </p>
            {one.state !== 'held' && <Chip tone={tones[one.state]}>{t(`state.${one.state}`)}</Chip>}
          </div>
        </li>
      ))}
    </ol>
  );
}
