import { useTranslation } from '@/shared/i18n/use-translation';
import { useZone } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { Card } from '@/shared/ui/card';
import { Select } from '@/shared/ui/select';
import { DateField } from '@/shared/ui/staff/date-field';
import { Switch } from '@/shared/ui/switch';
import { TextField } from '@/shared/ui/text-field';
import type { ComposeFormState } from './compose';
import styles from './notices.module.css';

/** When it is sent, whether it must be acknowledged, and by when. */
export function TimeFields({ form }: { form: ComposeFormState }) {
  const { t } = useTranslation('notices');
  const today = civilAt(useNow(), useZone()).date;
  const acknowledge = form.value('acknowledge');
  return (
    <Card title={t('compose.time')}>
      <div className={styles['row']}>
        <Select
          label={t('compose.when')}
          options={[
            { value: 'now', label: t('compose.now') },
            { value: 'later', label: t('compose.later') },
          ]}
          {...form.text('when')}
        />
        {form.value('when').value === 'later' && (
          <>
            <DateField label={t('compose.sendDate')} min={today} {...form.value('sendDate')} />
            <TextField label={t('compose.sendTime')} type="time" {...form.text('sendTime')} />
          </>
        )}
      </div>
      {form.value('kind').value === 'notice' && (
        <>
          <Switch
            label={t('compose.acknowledge')}
            hint={t('compose.acknowledgeHint')}
            checked={acknowledge.value}
            onChange={acknowledge.onChange}
          />
          {acknowledge.value && (
            <div className={styles['row']}>
              <DateField label={t('compose.deadlineDate')} min={today} {...form.value('deadlineDate')} />
              <TextField label={t('compose.deadlineTime')} type="time" {...form.text('deadlineTime')} />
            </div>
          )}
        </>
      )}
    </Card>
  );
}
