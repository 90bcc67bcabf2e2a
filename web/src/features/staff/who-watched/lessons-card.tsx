import { titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { lessonHref } from '@/shared/course/lesson';
import { clockText } from '@/shared/time/length';
import { AppLink } from '@/shared/ui/app-link';
import { Card } from '@/shared/ui/card';
import { LineChart } from '@/shared/ui/chart';
import { Grid, Stack } from '@/shared/ui/layout';
import { ProgressBar } from '@/shared/ui/progress';
import { largestFall, pointsOf } from './curve';
import type { LessonCounts } from './queries';
import styles from './watching.module.css';

/** Where viewers of a lesson stop: as a chart, a sentence, and a table for screen readers. */
function Curve({ lesson, watch }: { lesson: LessonCounts; watch: boolean }) {
  const { t, locale } = useTranslation('who-watched');
  const name = titleIn(locale, lesson);
  const points = pointsOf(lesson.curve, lesson.duration);
  const fall = largestFall(points);
  return (
    <Stack gap={2} justify="start">
      <h3 className="size-14">{t('curve.title')}</h3>
      {watch && <AppLink href={lessonHref(lesson.id)}>{t('lessons.watch', { title: name })}</AppLink>}
      {lesson.started === 0 ? (
        <p>{t('curve.nobody')}</p>
      ) : (
        <>
          <LineChart title={t('curve.title')} columns={[t('curve.at'), t('curve.students')]} data={points} />
          <p>
            {fall === undefined
              ? t('curve.whole')
              : t('curve.fall', { count: fall.lost, at: fall.label, started: lesson.started })}
          </p>
        </>
      )}
    </Stack>
  );
}

interface Props {
  lessons: readonly LessonCounts[];
  /** Id of the lesson whose curve is shown. */
  chosen: string | undefined;
  /** Whether the viewer may open the lessons. */
  watch: boolean;
  onChoose: (lesson: string) => void;
}

/** The lessons of a course with how many students have finished each; one of them with its curve. */
export function LessonsCard({ lessons, chosen, watch, onChoose }: Props) {
  const { t, locale } = useTranslation('who-watched');
  const open = lessons.find(({ id }) => id === chosen) ?? lessons[0];
  return (
    <Card title={t('lessons.title')}>
      <Grid gap={4} min="280px">
        <Stack as="ul" gap={2} justify="start">
          {lessons.map((lesson) => {
            const { id, group, students, started, done, duration, seconds } = lesson;
            const name = titleIn(locale, lesson);
            return (
              <li key={id}>
                <button
                  type="button"
                  className={styles['lesson']}
                  aria-pressed={id === open?.id}
                  onClick={() => onChoose(id)}
                >
                  <b>{name}</b>
                  <span className="text-2">
                    {group !== '' && `${group} · `}
                    {t('lessons.counts', { done, started, count: students })} · {clockText(duration)}
                    {started > 0 && ` · ${t('lessons.mean', { length: clockText(seconds / started) })}`}
                  </span>
                </button>
                <ProgressBar percent={students === 0 ? 0 : (100 * done) / students} label={name} />
              </li>
            );
          })}
        </Stack>
        {open !== undefined && <Curve lesson={open} watch={watch} />}
      </Grid>
    </Card>
  );
}
