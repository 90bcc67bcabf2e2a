import { GroupPage } from '@/features/teaching/group-page';
import { GroupWatching } from '@/features/staff/who-watched/course-content';

/** One group of a teacher, with how much each student has watched. */
export function GroupRoutePage() {
  return <GroupPage Watching={GroupWatching} />;
}
