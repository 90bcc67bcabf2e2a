import { useQuery } from '@tanstack/react-query';
import { myCourses, type MyCourse } from '@/shared/course/my-courses';
import { nameIn, titleIn } from '@/shared/i18n/name-in';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { token } from '@/shared/store/session';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { PlayIcon } from '@/shared/ui/icons';
import { Page } from '@/shared/ui/page';
import { ProgressBar } from '@/shared/ui/progress';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import styles from './choose-page.module.css';
import { watchQueries } from './queries';
import { clockText } from '@/shared/time/length';
import { lessonHref } from '@/shared/course/lesson';
import { LoginState } from './watch-state';

const once = (courses: readonly MyCourse[]): MyCourse[] => [
  ...new Map(courses.map((course) => [course.id, course])).values(),
];

/** Splits courses into those with recordings and those without. A course taken twice is listed once. */
function divide(courses: readonly MyCourse[]): Record<'watchable' | 'bare', readonly MyCourse[]> {
  const watchable = once(courses.filter(({ lessons }) => lessons.length > 0));
  const ids = new Set(watchable.map(({ id }) => id));
  return { watchable, bare: once(courses.filter(({ id, state }) => !ids.has(id) && state !== 'dropped')) };
}

function CourseCard({ course }: { course: MyCourse }) {
  const { t, locale } = useTranslation('player');
  const formats = useFormats();
  const lessons = course.lessons.filter(({ duration }) => duration > 0); // as the percentage counts them
  const done = lessons.filter((lesson) => lesson.done).length;
  return (
    <AppLink href={`/student/watch?course=${encodeURIComponent(course.id)}`} className={styles['course']}>
      <strong>{nameIn(locale, course)}</strong>
      <span className={styles['facts']}>
        <span>{t('choose.lessons', { count: lessons.length, done })}</span>
        <span>{formats.number(course.progress / 100, { style: 'percent' })}</span>
      </span>
      <ProgressBar percent={course.progress} label={t('choose.progress')} />
    </AppLink>
  );
}

/** Courses with recordings first; the rest with a note. */
function Courses({ courses }: { courses: readonly MyCourse[] }) {
  const { t, locale } = useTranslation('player');
  const { watchable, bare } = divide(courses);
  return (
    <>
      {watchable.length === 0 ? (
        <EmptyState drawing="film" title={t('choose.nothing')} text={t('choose.nothingText')} />
      ) : (
        <ul className={styles['courses']}>
          {watchable.map((course) => (
            <li key={course.id}>
              <CourseCard course={course} />
            </li>
          ))}
        </ul>
      )}
      {bare.length > 0 && (
        <details className={styles['bare']}>
          <summary>{t('choose.bare', { count: bare.length })}</summary>
          <ul className="bullets">
            {bare.map((course) => (
              <li key={course.id}>{nameIn(locale, course)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The user's courses with their progress. */
function MyCourses() {
  const { t } = useTranslation('player');
  const { role, teaching } = useValue(user);
  const who = role === 'admin' ? 'staff' : teaching ? 'teacher' : 'student';
  const words = {
    staff: ['choose.staff', 'choose.staffText', '/admin/recordings', 'toRecordings'],
    teacher: ['choose.teacher', 'choose.teacherText', '/teaching', 'toTeaching'],
    student: ['choose.none', 'choose.noneText', '/student/timetable', 'toTimetable'],
  } as const;
  const [title, text, href, way] = words[who];
  const query = useQuery(myCourses());
  return (
    <Card title={t('choose.mine')}>
      <QueryView
        query={query}
        empty={
          <EmptyState
            drawing="film"
            title={t(title)}
            text={t(text)}
            action={
              <AppLink href={href} className={buttonClass({ variant: 'primary' })}>
                {t(way)}
              </AppLink>
            }
          />
        }
      >
        {(courses) => <Courses courses={courses} />}
      </QueryView>
    </Card>
  );
}

/** Lessons that anyone may watch. */
function Previews() {
  const { t, locale } = useTranslation('player');
  const query = useQuery(watchQueries.previews());
  return (
    <Card title={t('choose.previews')}>
      <QueryView
        query={query}
        empty={<EmptyState drawing="film" title={t('choose.noPreviews')} text={t('choose.noPreviewsText')} />}
      >
        {(previews) => (
          <ul className={styles['previews']}>
            {previews.map((preview) => (
              <li key={preview.lesson}>
                <AppLink href={lessonHref(preview.lesson)} className={styles['preview']}>
                  <span className={styles['poster']}>
                    {preview.poster === '' ? (
                      <PlayIcon size={36} />
                    ) : (
                      <img src={preview.poster} alt="" loading="lazy" />
                    )}
                    <time>{clockText(preview.duration)}</time>
                  </span>
                  <strong>{titleIn(locale, preview)}</strong>
                  <span>{nameIn(locale, preview.course)}</span>
                </AppLink>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}

/** What there is to watch, while no lesson is chosen. */
export function ChoosePage() {
  const { t } = useTranslation('player');
  const loggedIn = useValue(token) !== null;
  return (
    <Page title={t('title')}>
      {loggedIn ? (
        <MyCourses />
      ) : (
        <Card>
          <LoginState />
        </Card>
      )}
      <Previews />
    </Page>
  );
}
