import { Shell } from '@/app/shell/shell';

/** Shown for unknown addresses: the 404 page, inside the shell. */
export function NotFoundPage() {
  return <Shell notFound />;
}
