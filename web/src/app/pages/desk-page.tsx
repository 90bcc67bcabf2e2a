import type { ReactNode } from 'react';
import { ChangesToday } from '@/features/audit/changes-today';
import { Desk } from '@/features/desk/desk';

/** Where staff start. */
export function DeskPage(): ReactNode {
  return <Desk changes={<ChangesToday />} />;
}
