import type { ReactNode } from 'react';
import { ChangesToday } from '@/features/audit/changes-today';
import { Desk } from '@/features/desk/desk';
import { FreeCard } from '@/features/rooms/free-card';
import { Health } from '@/features/system/health';

/** Where staff start. */
export function DeskPage(): ReactNode {
  return <Desk changes={<ChangesToday />} health={<Health />} rooms={<FreeCard />} />;
}
