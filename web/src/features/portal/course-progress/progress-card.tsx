import { useQuery } from '@tanstack/react-query';
import { myCourses, type MyCourse } from '@/shared/course/my-courses';
import { nameIn } from '@/shared/i18n/name-in';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { BarChart } from '@/shared/ui/chart';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import styles from './course-cards.module.css';
import { progressOf } from './progress';

/** Courses without recordings, collapsed. */
function Bare({ courses }: { courses: readonly MyCourse[] }) {
  const { t, locale } = useTranslation('course-progress');
  return (
    <details className={styles['bare']}>
      <summary>{t('bare', { count: courses.length })}</summary>
      <ul className="bullets">
        {courses.map((course) => (
          <li key={course.id}>{nameIn(locale, course)}</li>
        ))}
      </ul>
    </details>
  );
}

function Progress({ courses }: { courses: readonly MyCourse[] }) {
  const { t, locale } = useTranslation('course-progress');
  const formats = useFormats();
  const { watchable, bare } = progressOf(courses);
  return (
    <>
      {watchable.length === 0 ? (
        <EmptyState small title={t('noRecordings')} text={t('noRecordingsText')} />
      ) : (
        <BarChart
          title={t('progress')}
          columns={[t('column.course'), t('column.progress')]}
          data={watchable.map((course) => ({ label: nameIn(locale, course), value: course.progress }))}
          max={100}
          // More than ten courses need the palette of twenty colours.
          scheme={watchable.length > 10 ? 20 : 10}
          format={(value) => formats.number(value / 100, { style: 'percent' })}
        />
      )}
      {bare.length > 0 && <Bare courses={bare} />}
    </>
  );
}

/** No courses: staff and teachers have none of their own, and a student may not be enrolled yet. */
function NoCourses() {
  const { t } = useTranslation('course-progress');
  const { role, teaching } = useValue(user);
  return role === 'admin' ? (
    <EmptyState
      small
      title={t('staff')}
      text={t('staffText')}
      action={
        <AppLink href="/admin/recordings" className={buttonClass({ size: 's' })}>
          {t('toRecordings')}
        </AppLink>
      }
    />
  ) : teaching ? (
    <EmptyState
      small
      title={t('teacher')}
      text={t('teacherText')}
      action={
        <AppLink href="/teaching" className={buttonClass({ size: 's' })}>
          {t('toTeaching')}
        </AppLink>
      }
    />
  ) : (
    <EmptyState small title={t('noCourses')} text={t('noCoursesText')} />
  );
}

/** The progress of each course the student is still enrolled in. */
export function ProgressCard() {
  const { t } = useTranslation('course-progress');
  const query = useQuery(myCourses());
  return (
    <Card title={t('progress')}>
      <QueryView query={query} empty={<NoCourses />}>
        {(courses) => <Progress courses={courses} />}
      </QueryView>
    </Card>
  );
}
