import { useMemo } from 'react';
import * as v from 'valibot';
import type { Translate } from '@/shared/i18n/catalogue';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Select } from '@/shared/ui/select';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { useForm } from '@/shared/ui/staff/use-form';
import { TextField } from '@/shared/ui/text-field';
import styles from './accounts.module.css';
import { ClassChoice } from './class-choice';
import { partOf, parts, scopes, type Account, type Draft, type Part } from './queries';

const schemaIn = (t: Translate<'staff-accounts'>) =>
  v.pipe(
    v.object({
      name: v.pipe(v.string(), v.trim(), v.nonEmpty(t('form.nameMissing'))),
      phone: v.pipe(v.string(), v.trim(), v.nonEmpty(t('form.phoneMissing'))),
      scope: v.picklist(parts),
      classes: v.array(v.string()),
    }),
    v.forward(
      v.check(({ scope, classes }) => scope !== 'adviser' || classes.length > 0, t('form.classesMissing')),
      ['classes'],
    ),
  );

interface Props {
  /** The account whose responsibility is changed; absent for a new one. */
  account?: Account;
  onSubmit: (draft: Draft) => Promise<unknown>;
}

const blank: Draft = { name: '', phone: '', scope: 'adviser', classes: [] };

const fieldOf = {
  'account.exists': 'phone',
  'account.phone_malformed': 'phone',
  'account.phone_required': 'phone',
} as const;

function draftOf(account: Account | undefined): Draft {
  if (account === undefined) {
    return blank;
  }
  const { name, phone, classes } = account;
  return { name, phone, scope: partOf(account), classes };
}

/** Creates an account, or changes the responsibility of an existing one. */
export function AccountForm({ account, onSubmit }: Props) {
  const { t } = useTranslation('staff-accounts');
  const initial = useMemo(() => draftOf(account), [account]);
  const schema = useMemo(() => schemaIn(t), [t]);
  const form = useForm({
    name: account === undefined ? 'account new' : `account ${account.id}`,
    schema,
    initial,
    onSubmit,
    fieldOf,
  });
  const { value: scope, onChange: setScope } = form.value('scope');
  return (
    <form
      noValidate
      aria-label={t(account === undefined ? 'form.new' : 'form.scope')}
      className={styles['form']}
      onSubmit={form.submit}
    >
      <FormNotes form={form} />
      {account === undefined && (
        <>
          <TextField label={t('form.name')} required autoComplete="off" {...form.text('name')} />
          <TextField
            label={t('form.phone')}
            hint={t('form.phoneHint')}
            required
            inputMode="tel"
            autoComplete="off"
            {...form.text('phone')}
          />
        </>
      )}
      <Select
        label={t('form.scope')}
        hint={t(`scope.${scope}Hint`)}
        options={(account === undefined ? parts : scopes).map((value) => ({
          value,
          label: t(`scope.${value}`),
        }))}
        value={scope}
        onChange={({ target }) => setScope(target.value as Part)}
      />
      {scope === 'adviser' && <ClassChoice {...form.value('classes')} />}
      <Button
        type="submit"
        variant={account === undefined ? 'primary' : 'secondary'}
        loading={form.busy}
        disabled={account !== undefined && !form.changed}
      >
        {t(account === undefined ? 'form.create' : 'form.save')}
      </Button>
    </form>
  );
}
