import { Shell } from '@/app/shell/shell';

/** Shown for every address that is no page: that of 404, inside the shell. */
export function NotFoundPage() {
  return <Shell notFound />;
}
