import type { ReactNode } from 'react';
import { StudentPage } from '@/features/students/student-page';
import { StudentWeek } from '@/features/timetable/student-week';

/** One student as staff see them, with what other features know. */
export function StudentRoutePage(): ReactNode {
  return <StudentPage Timetable={StudentWeek} />;
}
