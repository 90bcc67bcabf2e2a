import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { logOut, sessionEnded, sessionLost } from '@/app/session';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/state';
import { UnauthorizedDialog } from './unauthorized-dialog';

/** Whether the user has typed anything on the page at a path since it was opened. */
function useTyped(path: string): boolean {
  const [where, setWhere] = useState<string | null>(null);
  useEffect(() => {
    const note = (): void => setWhere(path);
    document.addEventListener('input', note);
    return () => document.removeEventListener('input', note);
  }, [path]);
  return where === path;
}

const logInAgain = async (): Promise<void> => {
  await logOut();
  globalThis.location.reload();
};

/**
 * Shows the portal while there is a session. One that was ended elsewhere leaves nothing of the person on the screen:
 * the device may be shared. Someone who stays on a page they have typed on sees that page again.
 */
export function SessionScreen({ children }: { children: ReactNode }) {
  const { t } = useTranslation('app');
  const asking = useValue(sessionLost);
  const ended = useValue(sessionEnded);
  const typed = useTyped(useRouterState({ select: ({ location }) => location.pathname }));
  const covered = ended && (asking || !typed);
  return (
    <>
      <div hidden={covered}>{children}</div>
      {covered && !asking && (
        <main>
          <EmptyState
            level={1}
            drawing="door"
            title={t('unauthorized.ended')}
            text={t('unauthorized.endedText')}
            action={
              <Button variant="primary" onClick={() => void logInAgain()}>
                {t('unauthorized.confirm')}
              </Button>
            }
          />
        </main>
      )}
      <UnauthorizedDialog typed={typed} onLogin={logInAgain} />
    </>
  );
}
