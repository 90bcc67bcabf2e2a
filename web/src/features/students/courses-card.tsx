import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import type { Tone } from '@/shared/ui/badge';
import { Chip } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { ProgressBar } from '@/shared/ui/progress';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import type { StudentCourse } from './queries';
import { studentsQueries } from './queries';
import styles from './student-page.module.css';
import { useCan } from './use-can';

const tones: Readonly<Record<StudentCourse['state'], Tone>> = {
  confirmed: 'success',
  pending: 'warning',
  dropped: 'neutral',
};

function CourseRow({ course }: { course: StudentCourse }): ReactNode {
  const { t, locale } = useTranslation('students');
  const { number } = useFormats();
  const terms = useQuery(studentsQueries.terms()).data?.terms ?? [];
  const name = nameIn(locale, course);
  const term = nameIn(
    locale,
    terms.find(({ id }) => id === course.term),
  );
  return (
    <li className={styles['course']} data-off={course.state === 'dropped' || undefined}>
      <div>
        <p className={styles['strong']}>{name}</p>
        <p className={styles['quiet']}>{[course.code, term].filter((word) => word !== '').join(' · ')}</p>
      </div>
      <Chip tone={tones[course.state]}>{t(`enrolment.${course.state}`)}</Chip>
      {course.state !== 'dropped' && (
        <span className={styles['progress']}>
          <ProgressBar percent={course.progress} label={t('courses.progress', { name })} />
          <span>{number(course.progress / 100, { style: 'percent' })}</span>
        </span>
      )}
    </li>
  );
}

/** What a student is enrolled in, how it stands and how far the student is. */
export function CoursesCard({
  student,
  onAct,
}: {
  student: string;
  onAct: (kind: 'enrol' | 'drop') => void;
}): ReactNode {
  const { t } = useTranslation('students');
  const { change } = useCan();
  const query = useQuery(studentsQueries.courses(student));
  const some = (query.data ?? []).some(({ state }) => state !== 'dropped');
  return (
    <Card
      title={t('courses.title')}
      extra={
        change && (
          <span className={styles['buttons']}>
            <Button size="s" onClick={() => onAct('enrol')}>
              {t('action.enrol')}
            </Button>
            {some && (
              <Button size="s" onClick={() => onAct('drop')}>
                {t('action.drop')}
              </Button>
            )}
          </span>
        )
      }
    >
      <QueryView query={query} empty={<EmptyState small level={3} title={t('courses.none')} />}>
        {(courses) => (
          <ul className={styles['lines']}>
            {courses.map((course) => (
              <CourseRow key={course.group} course={course} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}
