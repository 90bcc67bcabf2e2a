import { Component, useEffect, useState, type ReactNode } from 'react';
import { isReachable } from '@/shared/api/api';
import { useTranslation } from '@/shared/i18n/use-translation';
import { reloadApp } from '@/shared/offline/new-version';
import { Button } from './button';
import { ReloadIcon } from './icons';
import { SkeletonLines } from './skeleton';
import { EmptyState, ErrorState } from './state';

/** Whether an error says that a file of this version is no longer on the server. */
export function isGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script|ChunkLoadError|unable to preload/iu.test(error.message)
  );
}

const reload = (): void => globalThis.location.reload();

/**
 * The page was never opened on this device, and there is no network to fetch it. It is fetched as soon as there is one.
 */
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
 * A file of the page did not come: it is gone after an upgrade if the college answers, else the page was
 * never cached here.
 */
function PageGone() {
  const { t } = useTranslation('shared');
  // As it was when the file did not come: a network that returns does not make it an upgrade.
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

/** What stands where a page could not be shown. */
export function PageError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('shared');
  return isGone(error) ? <PageGone /> : <ErrorState error={new Error(t('ui.pageBroken'))} onRetry={onRetry} />;
}

/** Keeps an accident in one part of the page from taking the rest along. */
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
