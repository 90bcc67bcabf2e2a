import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button, IconButton } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { TrashIcon } from '@/shared/ui/icons';

interface Props {
  /** What it removes, as in "Delete the captions in English". */
  name: string;
  title: string;
  text: string;
  /** The button's text; without it, the button is an icon. */
  children?: string;
  disabled: boolean;
  onConfirm: () => void;
}

/** A button that asks for confirmation before it removes something. */
export function ConfirmButton({ name, title, text, children, disabled, onConfirm }: Props) {
  const { t } = useTranslation('recordings');
  const [asking, setAsking] = useState(false);
  const ask = (): void => setAsking(true);
  return (
    <>
      {children === undefined ? (
        <IconButton size="s" icon={TrashIcon} label={name} disabled={disabled} onClick={ask} />
      ) : (
        <Button size="s" variant="danger" aria-label={name} disabled={disabled} onClick={ask}>
          {children}
        </Button>
      )}
      <Dialog
        alert
        open={asking}
        title={title}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button data-autofocus onClick={() => setAsking(false)}>
              {t('keep')}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                onConfirm();
              }}
            >
              {t('recordings.delete')}
            </Button>
          </>
        }
      >
        {text}
      </Dialog>
    </>
  );
}
