import { StudentHistory } from '@/features/staff/audit/student-history';
import { StudentPage } from '@/features/staff/students/student-page';
import { StudentWeek } from '@/features/portal/timetable/student-week';
import { ViewAsStudent } from '@/features/staff/view-as/view-as-student';

/** A student as staff see them, including what other features know. */
export function StudentRoutePage() {
  return <StudentPage Timetable={StudentWeek} History={StudentHistory} View={ViewAsStudent} />;
}
