import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '@/shared/api/types';
import { shortCode } from '@/shared/course/short-code';
import { nameIn } from '@/shared/i18n/name-in';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { isDate } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { useZone } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { termsQuery } from '@/shared/timetable/terms-query';
import { Chip, type Tone } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { ProgressBar } from '@/shared/ui/progress';
import { QueryView } from '@/shared/ui/query-view';
import type { Choice } from '@/shared/ui/staff/use-search';
import { EmptyState } from '@/shared/ui/state';
import { studentsQueries, type StudentCourse } from './queries';
import styles from './student-page.module.css';
import { useCan } from './use-can';

const tones: Readonly<Record<StudentCourse['state'] | 'left', Tone>> = {
  confirmed: 'success',
  pending: 'warning',
  dropped: 'neutral',
  left: 'neutral',
};

type Term = DataOf<'get', '/api/terms'>['terms'][number];

interface RowProps {
  course: StudentCourse;
  /** Undefined until the terms are loaded. */
  term: Term | undefined;
  /** The student has left the college, so confirmed enrolments don't count. */
  left: boolean;
  /** Absent if the viewer may not remove students from groups. */
  onDrop: ((group: Choice) => void) | undefined;
}

function CourseRow({ course, term, left, onDrop }: RowProps) {
  const { t, locale } = useTranslation('students');
  const { number } = useFormats();
  const dates = useDates();
  const name = nameIn(locale, course);
  const state = left && course.state === 'confirmed' ? 'left' : course.state;
  const from = isDate(course.from) ? t('courses.from', { date: dates.monthDay(course.from) }) : '';
  const until = isDate(course.until) ? t('courses.until', { date: dates.monthDay(course.until) }) : '';
  return (
    <li className={styles['course']} data-off={course.state === 'dropped' || undefined}>
      <div>
        <p className={classNames('text-1 medium', styles['strong'])}>{name}</p>
        <p className={classNames('text-3', styles['quiet'])}>
          {[shortCode(course.code), nameIn(locale, term), from, until].filter((word) => word !== '').join(' · ')}
        </p>
      </div>
      <span className={styles['buttons']}>
        <Chip tone={tones[state]}>{t(`enrolment.${state}`)}</Chip>
        {onDrop && course.state !== 'dropped' && (
          <Button
            size="s"
            variant="text"
            aria-label={t('courses.drop', { name })}
            onClick={() => onDrop({ id: course.group, label: name, note: shortCode(course.code) })}
          >
            {t('courses.dropShort')}
          </Button>
        )}
      </span>
      {course.state !== 'dropped' && (
        <span className={styles['progress']}>
          <ProgressBar percent={course.progress} label={t('courses.progress', { name })} />
          <span>{number(course.progress / 100, { style: 'percent' })}</span>
        </span>
      )}
    </li>
  );
}

interface Props {
  student: string;
  /** Whether the student has left the college. */
  left: boolean;
  onAct: (kind: 'enrol' | 'drop', group?: Choice) => void;
}

/** A student's enrolments and their progress in each course. */
export function CoursesCard({ student, left, onAct }: Props) {
  const { t } = useTranslation('students');
  const { change } = useCan();
  const query = useQuery(studentsQueries.courses(student));
  const terms = useQuery(termsQuery).data?.terms ?? [];
  const today = civilAt(useNow(), useZone()).date;
  const termOf = ({ term }: StudentCourse): Term | undefined => terms.find(({ id }) => id === term);
  const begins = (course: StudentCourse): string => termOf(course)?.firstMonday ?? '';
  // Past terms can't be changed.
  const open = (course: StudentCourse): boolean => (termOf(course)?.lastDay ?? '') >= today;
  return (
    <Card
      title={t('courses.title')}
      extra={
        change && (
          <Button size="s" onClick={() => onAct('enrol')}>
            {t('action.enrol')}
          </Button>
        )
      }
    >
      <QueryView query={query} empty={<EmptyState small level={3} title={t('courses.none')} />}>
        {(courses) => (
          <ul className={styles['lines']}>
            {courses
              .toSorted((a, b) => begins(b).localeCompare(begins(a)))
              .map((course) => (
                <CourseRow
                  key={course.group}
                  course={course}
                  term={termOf(course)}
                  left={left}
                  onDrop={change && open(course) ? (group) => onAct('drop', group) : undefined}
                />
              ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}
