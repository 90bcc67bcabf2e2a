import { Component, useEffect, useState, type ReactNode } from 'react';
import { isReachable } from '@/shared/api/api';
import { useTranslation } from '@/shared/i18n/use-translation';
import { reloadApp } from '@/shared/offline/new-version';
import { Button } from './button';
import { ReloadIcon } from './icons';
import { SkeletonLines } from './skeleton';
import { EmptyState, ErrorState } from './state';

/** Whether an error means that a file of this version is no longer on the server. */
export function isGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script|ChunkLoadError|unable to preload/iu.test(error.message)
  );
}

const reload = (): void => globalThis.location.reload();

/** The page was never opened on this device and the browser is offline. It loads as soon as it is online. */
function PageNotCached() {
  const { t } = useTranslation('shared');
  useEffect(() => {
    const retry = async (): Promise<void> => {
      if (await isReachable()) {
        reload();
      }
    };
    const online = (): void => void retry();
    globalThis.addEventListener('online', online);
    return () => globalThis.removeEventListener('online', online);
  }, []);
  return <ErrorState error={new Error(t('ui.pageNotKept'))} onRetry={reload} />;
}

/**
 * A file of the page failed to load: if the server answers, it is gone after an upgrade; otherwise the page was never
 * cached.
 */
function PageGone() {
  const { t } = useTranslation('shared');
  // State at the time of the failure: being online again doesn't mean there was an upgrade.
  const [reachable, setReachable] = useState(() => (navigator.onLine ? undefined : false));
  useEffect(() => {
    if (reachable === undefined) {
      void isReachable().then(setReachable);
    }
  }, [reachable]);
  if (reachable === undefined) {
    return <SkeletonLines lines={4} />;
  }
  if (!reachable) {
    return <PageNotCached />;
  }
  return (
    <div role="alert">
      <EmptyState
        drawing="done"
        title={t('ui.newVersion')}
        text={t('ui.newVersionText')}
        action={
          <Button variant="primary" icon={ReloadIcon} onClick={() => void reloadApp()}>
            {t('ui.reload')}
          </Button>
        }
      />
    </div>
  );
}

/** Shown in place of a page that failed to render. */
export function PageError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('shared');
  return isGone(error) ? <PageGone /> : <ErrorState error={new Error(t('ui.pageBroken'))} onRetry={onRetry} />;
}

/** Keeps a failure in one part of the page from affecting the rest. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render() {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <PageError error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
    );
  }
}
