import type { ReactNode } from 'react';
import { StudentHistory } from '@/features/audit/student-history';
import { StudentPage } from '@/features/students/student-page';
import { StudentWeek } from '@/features/timetable/student-week';
import { ViewAsStudent } from '@/features/view/view-as-student';

/** One student as staff see them, with what other features know. */
export function StudentRoutePage(): ReactNode {
  return <StudentPage Timetable={StudentWeek} History={StudentHistory} View={ViewAsStudent} />;
}
