import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { api } from '@/shared/api/api';
import { useChange } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Chip } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { QrCode } from '@/shared/ui/qr-code';
import { QueryView } from '@/shared/ui/query-view';
import { errorText } from '@/shared/ui/state';
import { PasswordField, TextField } from '@/shared/ui/text-field';
import { accountQueries } from './queries';
import styles from './user-setting-page.module.css';

function useFactor() {
  const changed = [accountQueries.all()];
  const offer = useChange((password: string) => api.post('/api/user/factor', { body: { password }, quiet: true }));
  const confirm = useChange(
    (code: string) => api.post('/api/user/factor/confirm', { body: { code }, quiet: true }),
    changed,
  );
  const remove = useChange(
    (proof: { password: string; code: string }) => api.post('/api/user/factor/remove', { body: proof, quiet: true }),
    changed,
  );
  return { offer, confirm, remove };
}

type Factor = ReturnType<typeof useFactor>;

/** One step of the set-up: fields, a button, and the error. */
function Step(props: {
  submit: string;
  busy: boolean;
  error: unknown;
  password?: boolean;
  code?: boolean;
  onSubmit: (typed: { password: string; code: string }) => void;
}) {
  const { t } = useTranslation('account');
  const [typed, setTyped] = useState({ password: '', code: '' });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    props.onSubmit(typed);
  };
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      {props.password === true && (
        <PasswordField
          label={t('password.old')}
          autoComplete="current-password"
          value={typed.password}
          onChange={({ target }) => setTyped({ ...typed, password: target.value })}
        />
      )}
      {props.code === true && (
        <TextField
          label={t('login.factor')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          value={typed.code}
          onChange={({ target }) => setTyped({ ...typed, code: target.value })}
        />
      )}
      <div role="alert">{props.error !== null && <p className="danger">{errorText(props.error)}</p>}</div>
      <div>
        <Button type="submit" loading={props.busy}>
          {props.submit}
        </Button>
      </div>
    </form>
  );
}

/** The secret for an authenticator app, to scan, type or open, and the field for the code that confirms it. */
function Offer({ secret, url, confirm }: { secret: string; url: string; confirm: Factor['confirm'] }) {
  const { t } = useTranslation('account');
  return (
    <>
      <p>{t('factor.scan')}</p>
      <div className={styles['secret']}>
        <QrCode text={url} label={t('factor.qr')} />
        <p>
          <code>{secret}</code>
          <a href={url}>{t('factor.open')}</a>
        </p>
      </div>
      <Step
        code
        submit={t('factor.confirm')}
        busy={confirm.isPending}
        error={confirm.error}
        onSubmit={({ code }) => confirm.mutate(code)}
      />
    </>
  );
}

/** Turns two-step verification of staff on or off. The recovery codes are shown once. */
export function SecondFactor() {
  const { t } = useTranslation('account');
  const info = useQuery(accountQueries.info());
  const { offer, confirm, remove } = useFactor();
  const codes = confirm.data?.recoveryCodes;
  if (codes !== undefined) {
    return (
      <div role="status">
        <p>{t('factor.codes')}</p>
        <pre className={styles['codes']}>{codes.join('\n')}</pre>
      </div>
    );
  }
  if (offer.data !== undefined) {
    return <Offer {...offer.data} confirm={confirm} />;
  }
  return (
    <QueryView query={info}>
      {({ secondFactor }) => (
        <>
          <p>{secondFactor ? <Chip tone="success">{t('factor.on')}</Chip> : t('factor.text')}</p>
          <Step
            password
            code={secondFactor}
            submit={secondFactor ? t('factor.remove') : t('factor.offer')}
            busy={offer.isPending || remove.isPending}
            error={offer.error ?? remove.error}
            onSubmit={(proof) => (secondFactor ? remove.mutate(proof) : offer.mutate(proof.password))}
          />
        </>
      )}
    </QueryView>
  );
}
