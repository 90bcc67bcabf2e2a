import type { ReactNode } from 'react';
import { Desk } from '@/features/desk/desk';

/** Where staff start. */
export function DeskPage(): ReactNode {
  return <Desk changes={null} />;
}
