import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { Stack } from './layout';
import { errorText } from './state';
import { PasswordField } from './text-field';

/** How long the value is shown, in ms. */
const shownFor = 60_000;

type TextName = 'title' | 'text' | 'password' | 'show' | 'hide';

interface Props {
  masked: string;
  /** The texts of the dialog and its buttons. */
  textOf: (name: TextName) => string;
  /** Fetches the full value. */
  reveal: (password: string) => Promise<string>;
}

function Ask({ textOf, reveal, onClose, onShown }: AskProps) {
  const [password, setPassword] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: reveal,
    onSuccess: onShown,
    gcTime: 0, // the value must not stay in memory
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== '') {
      mutate(password);
    }
  };
  return (
    <Dialog open title={textOf('title')} onClose={onClose}>
      <Stack as="form" gap={2} onSubmit={submit}>
        <p>{textOf('text')}</p>
        <PasswordField
          label={textOf('password')}
          required
          autoComplete="current-password"
          value={password}
          error={errorText(error)}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button type="submit" variant="primary" loading={isPending}>
          {textOf('show')}
        </Button>
      </Stack>
    </Dialog>
  );
}

interface AskProps extends Omit<Props, 'masked'> {
  onClose: () => void;
  onShown: (value: string) => void;
}

/** A masked value, shown in full for a minute after the user enters their password. */
export function MaskedValue({ masked, textOf, reveal }: Props) {
  const [asking, setAsking] = useState(false);
  const [value, setValue] = useState<string | null>(null);
  useEffect(() => {
    if (value === null) {
      return undefined;
    }
    const timer = setTimeout(() => setValue(null), shownFor);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <>
      <span>{value ?? masked}</span>
      <Button size="s" variant="text" onClick={() => (value === null ? setAsking(true) : setValue(null))}>
        {value === null ? textOf('show') : textOf('hide')}
      </Button>
      {asking && (
        <Ask
          {...{ textOf, reveal }}
          onClose={() => setAsking(false)}
          onShown={(shown) => {
            setValue(shown);
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
