import { Suspense, lazy } from 'react';
import { useRole } from '@/shared/access/user';

// Students never load it.
const StaffEverywhere = lazy(async () => ({
  default: (await import('./staff-everywhere')).StaffEverywhere,
}));

/** What staff have on every page and see only when they ask for it. */
export function StaffTools({ onGo }: { onGo: (href: string) => void }) {
  return useRole() === 'admin' ? (
    <Suspense>
      <StaffEverywhere onGo={onGo} />
    </Suspense>
  ) : null;
}
