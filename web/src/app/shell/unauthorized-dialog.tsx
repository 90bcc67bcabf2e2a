import { useState } from 'react';
import { sessionLost } from '@/app/session';
import { useTranslation } from '@/shared/i18n/use-translation';
import { hasDrafts } from '@/shared/store/drafts';
import { useValue } from '@/shared/store/value';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';

interface Props {
  /** Whether the user has typed something on the current page. */
  typed: boolean;
  onLogin: () => Promise<void>;
}

const stay = (): void => sessionLost.set(false);

/** Asks what to do when the server no longer accepts the session; one dialog, however many requests fail. */
export function UnauthorizedDialog({ typed, onLogin }: Props) {
  const { t } = useTranslation('app');
  const open = useValue(sessionLost);
  const [leaving, setLeaving] = useState(false);
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
