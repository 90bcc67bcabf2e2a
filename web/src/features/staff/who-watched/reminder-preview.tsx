import type { DataOf } from '@/shared/api/types';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import styles from './watching.module.css';

type Preview = DataOf<'post', '/api/admin/watching/reminders/preview'>;

/** How many get a reminder, some of their names, who is left out, and the message. */
export function ReminderPreview({ preview }: { preview: Preview }) {
  const { t, locale } = useTranslation('who-watched');
  const { students, recent, some, title, content, hours } = preview;
  const text = (one: { zh?: string; en?: string }): string =>
    nameIn(locale, { name: one.zh ?? '', nameEn: one.en ?? '' });
  return (
    <>
      <p role="status">
        <b>{t('remind.count', { count: students })}</b> {recent > 0 && t('remind.recent', { count: recent })}
      </p>
      {some.length > 0 && (
        <p className="text-2">
          {some.map(({ name }) => name).join(t('remind.comma'))}
          {students > some.length && '…'}
        </p>
      )}
      <blockquote className={styles['message']}>
        <b>{text(title)}</b>
        <p>{text(content)}</p>
      </blockquote>
      <p className="text-2">{t('remind.rule', { days: hours / 24 })}</p>
    </>
  );
}
