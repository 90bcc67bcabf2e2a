import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import styles from './composer.module.css';
import type { Checked } from './types';
import { usePeople } from './use-people';
import type { Words } from './use-words';

/** How many people are notified, and which of them get a new clash. */
export function NotifiedPeople({ checked: { told } }: { checked: Checked }) {
  const { t } = useTranslation('planning');
  const { people } = usePeople()(told);
  return (
    <p className="size-14">
      <b>{t('told.people', { people })}</b>
      {told.newClashes > 0 && (
        <>
          {' '}
          <span className="warning bold">{t('told.clashes', { count: told.newClashes })}</span>{' '}
          {told.names.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && t('told.comma')}
              <AppLink href={`/admin/students/${encodeURIComponent(id)}`}>{name}</AppLink>
            </span>
          ))}
          {told.newClashes > told.names.length && ` ${t('told.more', { count: told.newClashes - told.names.length })}`}
        </>
      )}
    </p>
  );
}

function Letters({ message }: { message: Checked['messages'][number] }) {
  return (['zh', 'en'] as const).map((language) => (
    <div key={language} lang={language === 'zh' ? 'zh-CN' : 'en'} className={styles['letter']}>
      <b>{message[language].title}</b>
      <p>{message[language].content}</p>
    </div>
  ));
}

interface MessagesProps extends Pick<Checked, 'messages' | 'toTeachers'> {
  words: Words;
}

/** The messages they will get, in both languages. */
export function Messages({ messages, toTeachers, words }: MessagesProps) {
  const { t } = useTranslation('planning');
  return (
    <details className={styles['message']}>
      <summary>{t('message.title')}</summary>
      {messages.map((message) => (
        <Letters key={message.zh.title} message={message} />
      ))}
      {toTeachers.map(({ teacher, message }) => (
        <section key={teacher.id}>
          <h4>{t('message.toTeacher', { name: words.name(teacher) })}</h4>
          <Letters message={message} />
        </section>
      ))}
    </details>
  );
}
