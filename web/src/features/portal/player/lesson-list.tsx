import { useTranslation } from '@/shared/i18n/use-translation';
import { lessonHref } from '@/shared/course/lesson';
import { useValue } from '@/shared/store/value';
import { AppLink } from '@/shared/ui/app-link';
import { Chip } from '@/shared/ui/badge';
import { Cluster } from '@/shared/ui/layout';
import { ProgressRing } from '@/shared/ui/progress';
import { chapterAt, type Chapter } from './chapters';
import type { Control } from './control';
import styles from './lesson-list.module.css';
import { restOf } from './lessons';
import { clockText } from '@/shared/time/length';
import { useLength } from '@/shared/time/use-length';
import { titleIn } from '@/shared/i18n/name-in';
import type { WireListed } from './wire';

interface Props {
  lessons: readonly WireListed[];
  current: string;
  chapters: readonly Chapter[];
  control: Control;
  /** Whether to show progress; not for visitors. */
  counted: boolean;
}

function Chapters({ chapters, control }: Pick<Props, 'chapters' | 'control'>) {
  const time = useValue(control.time);
  const now = chapterAt(chapters, time);
  return (
    <ol className={styles['chapters']}>
      {chapters.map((chapter) => (
        <li key={chapter.start}>
          <button
            type="button"
            aria-current={chapter === now ? 'step' : undefined}
            onClick={() => control.seek(chapter.start)}
          >
            <span>{chapter.title}</span>
            <time>{clockText(chapter.start)}</time>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** "2 of 5 done · 1 h 12 min left". */
export function LessonsSummary({ lessons }: { lessons: readonly WireListed[] }) {
  const { t } = useTranslation('player');
  const length = useLength();
  const { done, count, seconds } = restOf(lessons);
  return count === 0 ? null : (
    <p className={styles['summary']}>
      {t('lessons.done', { done, count })}
      {seconds > 0 && ` · ${t('lessons.left', { length: length(seconds) })}`}
    </p>
  );
}

/** The lessons of the course with their progress; the current one with its chapters. */
export function LessonList({ lessons, current, chapters, control, counted }: Props) {
  const { t, locale } = useTranslation('player');
  return (
    <ol className={styles['list']}>
      {lessons.map((lesson) => {
        const title = titleIn(locale, lesson);
        return (
          <li key={lesson.id}>
            <AppLink
              href={lessonHref(lesson.id)}
              className={styles['lesson']}
              aria-current={lesson.id === current ? 'true' : undefined}
            >
              {counted && (
                <ProgressRing
                  percent={lesson.done ? 100 : lesson.percent}
                  label={lesson.done ? t('lessons.isDone') : t('lessons.percent')}
                  size={22}
                />
              )}
              <Cluster as="span" gap="1 2" shrink className={styles['title']}>
                {t('lessons.title', { position: lesson.position, title })}
                {lesson.preview && !counted && <Chip tone="accent">{t('preview')}</Chip>}
              </Cluster>
              {lesson.state === 'ready' ? (
                <time>{clockText(lesson.duration)}</time>
              ) : (
                <span className={styles['state']}>{t(`short.${lesson.state}`)}</span>
              )}
            </AppLink>
            {lesson.id === current && chapters.length > 1 && <Chapters chapters={chapters} control={control} />}
          </li>
        );
      })}
    </ol>
  );
}
