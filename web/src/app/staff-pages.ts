/**
 * The pages of staff and teachers. A separate file, so that the list of their chunks isn't in the script that students
 * load.
 */
export const DeskPage = async () => (await import('./pages/desk-page')).DeskPage;
export const StudentsPage = async () => (await import('@/features/staff/students/students-page')).StudentsPage;
export const CreatePage = async () => (await import('@/features/staff/students/create-page')).CreatePage;
export const StudentRoutePage = async () => (await import('./pages/student-page')).StudentRoutePage;
export const CoursesPage = async () => (await import('@/features/staff/courses/courses-page')).CoursesPage;
export const CoursePage = async () => (await import('@/features/staff/courses/course-page')).CoursePage;
export const PlanningPage = async () => (await import('@/features/staff/planning/planning-page')).PlanningPage;
export const ClashPage = async () => (await import('@/features/staff/clashes/clash-page')).ClashPage;
export const CalendarPage = async () => (await import('@/features/staff/calendar/calendar-page')).CalendarPage;
export const RecordingsPage = async () => (await import('@/features/staff/recordings/recordings-page')).RecordingsPage;
export const WatchingPage = async () => (await import('@/features/staff/who-watched/watching-page')).WatchingPage;
export const WatchingCoursePage = async () =>
  (await import('@/features/staff/who-watched/course-page')).WatchingCoursePage;
export const NoticesPage = async () => (await import('@/features/staff/notices/notices-page')).NoticesPage;
export const ComposePage = async () => (await import('@/features/staff/notices/compose-page')).ComposePage;
export const NoticePage = async () => (await import('@/features/staff/notices/notice-page')).NoticePage;
export const ImportsPage = async () => (await import('@/features/staff/imports/all-pages')).ImportsPage;
export const DraftPage = async () => (await import('@/features/staff/imports/all-pages')).DraftPage;
export const ImportPage = async () => (await import('@/features/staff/imports/all-pages')).ImportPage;
export const AuditPage = async () => (await import('@/features/staff/audit/audit-page')).AuditPage;
export const AccountsPage = async () => (await import('@/features/staff/staff-accounts/accounts-page')).AccountsPage;
export const SystemPage = async () => (await import('@/features/staff/system/system-page')).SystemPage;
export const TeachingPage = async () => (await import('@/features/teaching/teaching-page')).TeachingPage;
export const GroupPage = async () => (await import('./pages/group-page')).GroupRoutePage;
