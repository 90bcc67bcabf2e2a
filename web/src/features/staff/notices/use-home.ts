import { usePageLocation } from '@/shared/store/page-location';

/** The address of the list of notices: teachers have these pages below their own. */
export function useHome(): string {
  const { fullPath } = usePageLocation();
  return fullPath.startsWith('/teaching/') ? '/teaching/notices' : '/admin/notices';
}
