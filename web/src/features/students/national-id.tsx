import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { api } from '@/shared/api/api';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { errorText } from '@/shared/ui/state';
import { PasswordField } from '@/shared/ui/text-field';
import styles from './actions.module.css';
import { studentsQueries } from './queries';
import { useCan } from './use-can';

/** How long the number is shown, in ms. */
const shownFor = 60_000;

interface AskProps {
  student: string;
  onClose: () => void;
  onShown: (number: string) => void;
}

function Ask({ student, onClose, onShown }: AskProps): ReactNode {
  const { t } = useTranslation('students');
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      api.post('/api/admin/students/{student}/reveal', {
        path: { student },
        body: { password },
        quiet: true,
      }),
    onSuccess: ({ nationalId }) => {
      onShown(nationalId);
      // That it was shown stands in the history at once.
      void client.invalidateQueries({ queryKey: studentsQueries.one(student) });
    },
    gcTime: 0, // the number must not lie about
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== '') {
      mutate();
    }
  };
  return (
    <Dialog open title={t('reveal.title')} onClose={onClose}>
      <form className={styles['form']} onSubmit={submit}>
        <p>{t('reveal.text')}</p>
        <PasswordField
          label={t('reveal.password')}
          required
          autoComplete="current-password"
          value={password}
          error={errorText(error)}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button type="submit" variant="primary" loading={isPending}>
          {t('reveal.show')}
        </Button>
      </form>
    </Dialog>
  );
}

/** The national ID, masked; in full for a minute to whoever may see it and gives the own password. */
export function NationalId({ student, masked }: { student: string; masked: string }): ReactNode {
  const { t } = useTranslation('students');
  const { change } = useCan();
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
    <span>
      {number ?? masked}
      {change && (
        <Button size="s" variant="text" onClick={() => (number === null ? setAsking(true) : setNumber(null))}>
          {number === null ? t('reveal.show') : t('reveal.hide')}
        </Button>
      )}
      {asking && (
        <Ask
          student={student}
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
