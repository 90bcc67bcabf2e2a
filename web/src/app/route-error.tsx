import type { ErrorComponentProps } from '@tanstack/react-router';
import { PageError } from '@/shared/ui/error-boundary';

/** Shown when a whole route failed. Part of the first download, because nothing can be fetched at that point. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <main>
      <PageError error={error} onRetry={reset} />
    </main>
  );
}
