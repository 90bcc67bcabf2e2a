import { Button } from '@/shared/ui/button';
import { ErrorBoundary, PageError } from '@/shared/ui/error-boundary';
import { ProgressBar, ProgressRing, RouteProgress } from '@/shared/ui/progress';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton, SkeletonGroup, SkeletonLines } from '@/shared/ui/skeleton';
import { Spinner } from '@/shared/ui/spinner';
import { GoneState } from '@/shared/ui/gone-state';
import { EmptyState, ErrorState } from '@/shared/ui/state';
import { Section } from './section';

const refetch = (): never => {
  throw new Error('the gallery asks nobody');
};
const idle = { isPending: false, isFetching: false, refetch };
const failure = new Error('The college cannot be reached.');

/** Waiting, empty, failed. */
export function States() {
  return (
    <>
      <Section title="progress" fields>
        <RouteProgress active />
        {[0, 42, 100].map((percent) => (
          <ProgressRing key={percent} percent={percent} label={`Ring at ${percent} percent`} />
        ))}
        <ProgressBar percent={42} label="Bar" />
      </Section>
      <Section title="skeleton, spinner" fields>
        <SkeletonGroup>
          <Skeleton width={200} height={24} />
        </SkeletonGroup>
        <SkeletonLines lines={2} />
        <Spinner size={32} />
      </Section>
      <Section title="gone-state">
        <GoneState onRetry={() => undefined} />
      </Section>
      <Section title="state">
        <EmptyState title="Nothing yet" text="It appears here." action={<Button>Do something</Button>} level={3} />
        <ErrorState error={failure} onRetry={() => undefined} />
      </Section>
      <Section title="query-view" fields>
        <QueryView query={{ ...idle, data: undefined, error: null, isPending: true }}>{() => null}</QueryView>
        <QueryView query={{ ...idle, data: undefined, error: failure }}>{() => null}</QueryView>
        <QueryView query={{ ...idle, data: [], error: null }} empty={<p>Empty</p>}>
          {() => null}
        </QueryView>
        <QueryView query={{ ...idle, data: 'Old data', error: failure }}>{(data) => <p>{data}</p>}</QueryView>
      </Section>
      <Section title="error-boundary">
        <ErrorBoundary>
          <p>A part that works</p>
        </ErrorBoundary>
        <PageError error={failure} onRetry={() => undefined} />
      </Section>
    </>
  );
}
