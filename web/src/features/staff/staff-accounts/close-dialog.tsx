import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { TextField } from '@/shared/ui/text-field';
import styles from './accounts.module.css';

interface Props {
  open: boolean;
  name: string;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

/** Asks why an account is closed; its owner reads the reason at login. */
export function CloseDialog({ open, name, onClose, onConfirm }: Props) {
  const { t } = useTranslation('staff-accounts');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const missing = reason.trim() === '';
  return (
    <Dialog open={open} title={t('close.title', { name })} onClose={onClose}>
      <form
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (!missing) {
            onConfirm(reason.trim());
            setReason('');
            setAsked(false);
          }
        }}
      >
        <TextField
          label={t('close.reason')}
          hint={t('close.told')}
          error={asked && missing ? t('close.missing') : undefined}
          required
          maxLength={200}
          data-autofocus
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button type="submit" variant="danger">
          {t('close.do')}
        </Button>
      </form>
    </Dialog>
  );
}
