import { Suspense, lazy } from 'react';
import { useRole } from '@/shared/access/user';

// Students never load it.
const StaffEverywhere = lazy(async () => ({
  default: (await import('./staff-everywhere')).StaffEverywhere,
}));

/** The staff tools of every page, in a chunk that only staff load. */
export function StaffTools({ onGo }: { onGo: (href: string) => void }) {
  return useRole() === 'admin' ? (
    <Suspense>
      <StaffEverywhere onGo={onGo} />
    </Suspense>
  ) : null;
}
