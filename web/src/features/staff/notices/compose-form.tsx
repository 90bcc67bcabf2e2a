import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { codeOf } from '@/shared/api/errors';
import { newId } from '@/shared/api/new-id';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { useZone } from '@/shared/time/use-moment';
import { Stack } from '@/shared/ui/layout';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { useForm } from '@/shared/ui/staff/use-form';
import { AudienceFields } from './audience-fields';
import { schemaOf, toBody, type ComposeFormState, type Input } from './compose';
import { FilesField } from './files-field';
import styles from './notices.module.css';
import { Outcome } from './outcome';
import { usePublish, type Audiences } from './queries';
import { TextFields } from './text-fields';
import { TimeFields } from './time-fields';
import { useHome } from './use-home';
import { useReached } from './use-reached';

interface Props {
  /** The name of the stored draft. */
  name: string;
  initial: Input;
  audiences: Audiences;
  /** The copied notice had files, which are not copied. */
  filesLeft: boolean;
}

/** The field to which each server error belongs. */
const fieldOf = {
  'message.no_title': 'titleZh',
  'message.bad_link': 'link',
  'message.bad_audience': 'target',
  'message.no_audience': 'target',
  'message.not_your_class': 'target',
  'message.unknown_numbers': 'numbers',
  'message.numbers_elsewhere': 'numbers',
  'message.no_numbers': 'numbers',
  'message.many_numbers': 'numbers',
  'message.schedule_past': 'sendDate',
  'message.schedule_far': 'sendDate',
  'message.deadline_past': 'deadlineDate',
  'message.deadline_late': 'deadlineDate',
  'message.no_attachment': 'files',
  'message.many_attachments': 'files',
} as const;

/** The form of a notice, with a preview and the send button on the right. */
export function ComposeForm({ name, initial, audiences, filesLeft }: Props) {
  const { t } = useTranslation('notices');
  const router = useRouter();
  const zone = useZone();
  const home = useHome();
  const publish = usePublish();
  const schema = useMemo(() => schemaOf(t), [t]);
  const form: ComposeFormState = useForm<Input, Input>({
    name,
    schema,
    initial,
    fieldOf,
    onSubmit: async (values) => {
      const id = values.id || newId();
      form.value('id').onChange(id); // stored with the draft, so that sending again after a reload is idempotent
      try {
        await publish.mutateAsync(toBody({ ...values, id }, zone));
      } catch (error) {
        if (codeOf(error) === 'message.id_taken') {
          throw new Error(t('error.sentBefore'), { cause: error });
        }
        throw error;
      }
      notify('success', values.when === 'now' ? t('compose.sent') : t('compose.scheduled'));
      router.history.push(`${home}/${id}`);
    },
  });
  const reached = useReached(form);
  return (
    <form noValidate aria-label={t('compose.heading')} className={styles['columns']} onSubmit={form.submit}>
      <Stack gap={4} shrink>
        <div className={styles['notes']}>
          <FormNotes form={form} />
        </div>
        <TextFields form={form} />
        <AudienceFields {...{ form, audiences, reached }} />
        <TimeFields form={form} />
        <FilesField form={form} filesLeft={filesLeft} />
      </Stack>
      <Outcome {...{ form, reached }} />
    </form>
  );
}
