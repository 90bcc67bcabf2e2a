import { RoomPage, TeacherPage } from '@/features/portal/rooms/table-pages';
import { TableWeek } from '@/features/portal/timetable/student-week';

/** The timetable of a room, in the students' grid. */
export function RoomRoutePage() {
  return <RoomPage Week={TableWeek} />;
}

/** The timetable of a teacher. */
export function TeacherRoutePage() {
  return <TeacherPage Week={TableWeek} />;
}
