import { lazy, Suspense } from 'react';
import { useExtraWide } from '@/shared/ui/wide';
import { usePages } from './use-pages';

// Students never load it.
const SearchField = lazy(async () => ({
  default: (await import('@/features/staff/desk/search-field')).SearchField,
}));
const SearchDialog = lazy(async () => ({
  default: (await import('@/features/staff/desk/search-field')).SearchDialog,
}));
const TermChip = lazy(async () => ({
  default: (await import('@/features/staff/desk/term-chip')).TermChip,
}));

interface Props {
  onGo: (href: string) => void;
}

/** The search of staff, in the bar of every page. */
export function StaffSearch({ onGo }: Props) {
  const pages = usePages();
  return (
    <Suspense>
      <SearchField {...{ pages, onGo }} />
    </Suspense>
  );
}

/** The search on a phone, as a dialog. */
export function StaffSearchDialog({ onGo, onClose }: Props & { onClose: () => void }) {
  const pages = usePages();
  return (
    <Suspense>
      <SearchDialog {...{ pages, onGo, onClose }} />
    </Suspense>
  );
}

/** The term and its week, if the bar has room. */
export function StaffTerm() {
  return useExtraWide() ? (
    <Suspense>
      <TermChip />
    </Suspense>
  ) : null;
}
