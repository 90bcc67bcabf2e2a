import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MyCourse } from '@/shared/course/my-courses';
import { myCourses } from '@/shared/course/my-courses';
import { nameIn } from '@/shared/i18n/name-in';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { Card } from '@/shared/ui/card';
import { BarChart } from '@/shared/ui/chart';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import styles from './course-cards.module.css';

const taken = (courses: readonly MyCourse[]): MyCourse[] =>
  courses.filter(({ state }) => state !== 'dropped');

/** Those that were begun come first, the furthest before the others; in their own order otherwise. */
const begunFirst = (courses: readonly MyCourse[]): MyCourse[] =>
  courses.toSorted((a, b) => b.progress - a.progress);

/** Courses in which nothing can be watched yet, in one line that opens. */
function Unrecorded({ courses }: { courses: readonly MyCourse[] }): ReactNode {
  const { t, locale } = useTranslation('course');
  return (
    <details className={styles['unrecorded']}>
      <summary>{t('unrecorded', { count: courses.length })}</summary>
      <ul>
        {courses.map((course) => (
          <li key={`${course.id} ${course.group}`}>{nameIn(locale, course)}</li>
        ))}
      </ul>
    </details>
  );
}

/** How far every course is that the student has not left. More than ten courses take the scheme of twenty colours. */
export function ProgressCard(): ReactNode {
  const { t, locale } = useTranslation('course');
  const formats = useFormats();
  const query = useQuery({ ...myCourses(), select: taken });
  return (
    <Card title={t('progress')}>
      <QueryView query={query} empty={<EmptyState small title={t('noCourses')} text={t('noCoursesText')} />}>
        {(courses) => {
          const recorded = begunFirst(
            courses.filter(({ lessons, progress }) => lessons.length > 0 || progress > 0),
          );
          const others = courses.filter((course) => !recorded.includes(course));
          return (
            <>
              {recorded.length > 0 && (
                <BarChart
                  title={t('progress')}
                  columns={[t('column.course'), t('column.progress')]}
                  data={recorded.map((course) => ({ label: nameIn(locale, course), value: course.progress }))}
                  max={100}
                  scheme={recorded.length > 10 ? 20 : 10}
                  format={(value) => formats.number(value / 100, { style: 'percent' })}
                />
              )}
              {others.length > 0 && <Unrecorded courses={others} />}
            </>
          );
        }}
      </QueryView>
    </Card>
  );
}
