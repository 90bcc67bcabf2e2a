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

const taken = (courses: readonly MyCourse[]): MyCourse[] =>
  courses.filter(({ state }) => state !== 'dropped');

/** How far every course is that the student has not left. More than ten courses take the scheme of twenty colours. */
export function ProgressCard(): ReactNode {
  const { t, locale } = useTranslation('course');
  const formats = useFormats();
  const query = useQuery({ ...myCourses(), select: taken });
  return (
    <Card title={t('progress')}>
      <QueryView
        query={query}
        empty={<EmptyState drawing="calendar" title={t('noCourses')} text={t('noCoursesText')} />}
      >
        {(courses) => (
          <BarChart
            title={t('progress')}
            columns={[t('column.course'), t('column.progress')]}
            data={courses.map((course) => ({ label: nameIn(locale, course), value: course.progress }))}
            max={100}
            scheme={courses.length > 10 ? 20 : 10}
            format={(value) => formats.number(value / 100, { style: 'percent' })}
          />
        )}
      </QueryView>
    </Card>
  );
}
