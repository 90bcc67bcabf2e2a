import { useEffect, useState } from 'react';
import { sessionLost } from '@/app/session';
import { useTranslation } from '@/shared/i18n/use-translation';
import { hasDrafts } from '@/shared/store/drafts';
import { useValue } from '@/shared/store/value';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';

interface Props {
  /** The current page's path. */
  path: string;
  onLogin: () => Promise<void>;
}

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

const stay = (): void => sessionLost.set(false);

/** Asks what to do when the server no longer accepts the session; one dialog, however many requests fail. */
export function UnauthorizedDialog({ path, onLogin }: Props) {
  const { t } = useTranslation('app');
  const open = useValue(sessionLost);
  const [leaving, setLeaving] = useState(false);
  const typed = useTyped(path);
  const confirm = async (): Promise<void> => {
    setLeaving(true);
    await onLogin();
  };
  return (
    <Dialog
      open={open}
      alert
      title={t('unauthorized.title')}
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>{t('unauthorized.cancel')}</Button>
          <Button variant="primary" data-autofocus loading={leaving} onClick={() => void confirm()}>
            {t('unauthorized.confirm')}
          </Button>
        </>
      }
    >
      {t('unauthorized.text')}
      {typed && !hasDrafts() && ` ${t('unauthorized.typed')}`}
    </Dialog>
  );
}
