import type { ErrorComponentProps } from '@tanstack/react-router';
import { PageError } from '@/shared/ui/error-boundary';

/** Where a whole route could not be shown. It is part of the first download: what is gone cannot be fetched now. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <main>
      <PageError error={error} onRetry={reset} />
    </main>
  );
}
