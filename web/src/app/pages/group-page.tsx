import { GroupPage } from '@/features/teaching/group-page';
import { GroupWatching } from '@/features/staff/who-watched/course-content';

/** One group of somebody who teaches, with who of it has watched. */
export function GroupRoutePage() {
  return <GroupPage Watching={GroupWatching} />;
}
