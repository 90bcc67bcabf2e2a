import type { FormEvent, ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { errorText } from '@/shared/ui/state';
import { PasswordField } from '@/shared/ui/text-field';
import { useReveal } from './queries';
import styles from './student-info-page.module.css';

const shownFor = 60_000;

function Ask({ onClose, onShown }: { onClose: () => void; onShown: (number: string) => void }): ReactNode {
  const { t } = useTranslation('student');
  const [password, setPassword] = useState('');
  const reveal = useReveal();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== '') {
      reveal.mutate(password, { onSuccess: onShown });
    }
  };
  return (
    <Dialog open title={t('reveal.title')} onClose={onClose}>
      <form className={styles['ask']} onSubmit={submit}>
        <p>{t('reveal.text')}</p>
        <PasswordField
          label={t('reveal.password')}
          required
          autoComplete="current-password"
          value={password}
          error={errorText(reveal.error)}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="primary" loading={reveal.isPending}>
          {t('reveal.show')}
        </Button>
      </form>
    </Dialog>
  );
}

/** The national ID, masked; in full for a minute to whoever gives the password. */
export function NationalId({ masked }: { masked: string }): ReactNode {
  const { t } = useTranslation('student');
  const [asking, setAsking] = useState(false);
  const [number, setNumber] = useState<string | null>(null);
  useEffect(() => {
    if (number === null) {
      return undefined;
    }
    const timer = setTimeout(() => setNumber(null), shownFor);
    return () => clearTimeout(timer);
  }, [number]);
  return (
    <span className={styles['value']}>
      <span className={styles['figures']}>{number ?? masked}</span>
      <Button size="s" variant="text" onClick={() => (number === null ? setAsking(true) : setNumber(null))}>
        {number === null ? t('reveal.show') : t('reveal.hide')}
      </Button>
      {asking && (
        <Ask
          onClose={() => setAsking(false)}
          onShown={(shown) => {
            setNumber(shown);
            setAsking(false);
          }}
        />
      )}
    </span>
  );
}
