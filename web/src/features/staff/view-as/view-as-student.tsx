import { useId, useState } from 'react';
import * as v from 'valibot';
import { api } from '@/shared/api/api';
import { codeOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { EyeIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { useForm } from '@/shared/ui/staff/use-form';
import { TextField } from '@/shared/ui/text-field';
import { openTab, startOf, type Opened } from './view';

interface Props {
  /** The record's id. */
  student: string;
  name: string;
}

const blank = { reason: '', code: '' };

const asksForCode = (error: unknown): boolean => codeOf(error) === 'account.factor_required';

/** The form that starts a student view: the reason, and a two-step code when the server asks for it. */
function useViewForm({ student }: Props, onOpened: (view: Opened) => void) {
  const { t } = useTranslation('view-as');
  const [asked, setAsked] = useState(false);
  const form = useForm({
    name: `view ${student}`,
    schema: v.object({
      reason: v.pipe(
        v.string(),
        v.trim(),
        v.nonEmpty(t('dialog.reasonNeeded')),
        v.maxLength(200, t('dialog.reasonLong')),
      ),
      code: v.pipe(v.string(), v.trim()),
    }),
    initial: blank,
    secret: ['code'],
    fieldOf: {
      'account.factor_required': 'code',
      'account.factor_wrong': 'code',
      'account.field_required': 'reason',
      'account.field_characters': 'reason',
      'account.field_long': 'reason',
    },
    onSubmit: async ({ reason, code }) => {
      try {
        const body = { reason, ...(code !== '' && { code }) };
        const path = { student };
        onOpened(await api.post('/api/admin/students/{student}/view', { path, body, quiet: true }));
      } catch (error) {
        setAsked((before) => before || asksForCode(error));
        throw error;
      }
    },
  });
  return { form, asked };
}

function Fields({ name, form, asked }: ReturnType<typeof useViewForm> & { name: string }) {
  const { t } = useTranslation('view-as');
  return (
    <>
      <p>{t('dialog.text', { name })}</p>
      <FormNotes form={form} />
      <TextField
        label={t('dialog.reason')}
        hint={t('dialog.reasonHint', { name })}
        required
        data-autofocus
        {...form.text('reason')}
      />
      {asked && (
        <TextField
          label={t('dialog.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={32}
          {...form.text('code')}
        />
      )}
    </>
  );
}

function ViewDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  const { t } = useTranslation('view-as');
  const { name } = props;
  const [blocked, setBlocked] = useState<Opened>();
  const open = (view: Opened): void => {
    if (openTab(startOf(view, localStorage))) {
      onClose();
    } else {
      setBlocked(view);
    }
  };
  const { form, asked } = useViewForm(props, open);
  const id = useId();
  const main =
    blocked === undefined ? (
      <Button key="confirm" variant="primary" type="submit" form={id} loading={form.busy}>
        {t('dialog.confirm')}
      </Button>
    ) : (
      <Button key="again" variant="primary" onClick={() => open(blocked)}>
        {t('dialog.again')}
      </Button>
    );
  return (
    <Dialog
      open
      title={t('dialog.title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {main}
        </>
      }
    >
      {blocked === undefined ? (
        <Stack id={id} noValidate as="form" gap={4} onSubmit={form.submit}>
          <Fields {...{ name, form, asked }} />
        </Stack>
      ) : (
        <p role="alert">{t('dialog.blocked')}</p>
      )}
    </Dialog>
  );
}

/** Opens the student view in a new tab, read only and with a reason. */
export function ViewAsStudent(props: Props) {
  const { t } = useTranslation('view-as');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <EyeIcon size={16} />
        {t('open')}
      </Button>
      {asking && <ViewDialog {...props} onClose={() => setAsking(false)} />}
    </>
  );
}
