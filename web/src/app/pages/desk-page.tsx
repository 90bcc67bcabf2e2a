import { ChangesToday } from '@/features/staff/audit/changes-today';
import { Desk } from '@/features/staff/desk/desk';
import { FreeCard } from '@/features/portal/rooms/free-card';
import { Health } from '@/features/staff/system/health';

/** The start page of staff. */
export function DeskPage() {
  return <Desk changes={<ChangesToday />} health={<Health />} rooms={<FreeCard />} />;
}
