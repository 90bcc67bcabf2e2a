import { useCollege } from '@/shared/api/use-college';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment, useZone } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { classNames } from '@/shared/ui/class-names';
import { BellIcon, FileIcon } from '@/shared/ui/icons';
import { Cluster, Row } from '@/shared/ui/layout';
import { timesOf, type Input } from './compose';
import styles from './notices.module.css';
import type { Reached } from './queries';

interface Props {
  shown: Input;
  language: 'zh' | 'en';
  /** The course and the teacher, below the title of a teacher's notice. */
  signature?: Reached['subTitle'] | undefined;
}

/** The texts a reader gets in a language; missing ones are taken from the other language. */
function textsOf({ titleZh, titleEn, contentZh, contentEn }: Input, language: 'zh' | 'en') {
  const pick = (zh: string, en: string): string => (language === 'zh' ? zh || en : en || zh);
  return { title: pick(titleZh, titleEn), content: pick(contentZh, contentEn) };
}

/** The notice in the message centre of a phone. */
export function PhonePreview({ shown, language, signature }: Props) {
  const { t } = useTranslation('notices');
  const moment = useMoment();
  const now = useNow();
  const zone = useZone();
  const { title, content } = textsOf(shown, language);
  const { send, deadline } = timesOf(shown, zone);
  return (
    <figure>
      <figcaption className={classNames('text-3', styles['note'])}>{t('preview.phone')}</figcaption>
      <Row gap={3} align="stretch" className={styles['phone']}>
        <span className={styles['bell']}>
          <BellIcon size={18} />
        </span>
        <div className={styles['message']}>
          <p className="text-1 bold">{title || t('preview.noTitle')}</p>
          {signature !== undefined && <p className="text-3 size-13">{signature[language]}</p>}
          {content !== '' && <p className={styles['content']}>{content}</p>}
          {shown.files.map(({ id, name }) => (
            <p key={id} className={styles['file']}>
              <FileIcon size={16} />
              <span className={styles['name']}>{name}</span>
            </p>
          ))}
          <Cluster as="p" gap={2} className={styles['foot']}>
            <span>{moment(send ?? now)}</span>
            {deadline !== null && <span className={styles['due']}>{t('preview.due', { when: moment(deadline) })}</span>}
            {shown.kind === 'notice' && shown.acknowledge && (
              <span className={styles['answer']}>{t('preview.answer')}</span>
            )}
          </Cluster>
        </div>
      </Row>
    </figure>
  );
}

/** The push notification, for students who have turned them on. */
export function PushPreview({ shown, language }: Props) {
  const { t } = useTranslation('notices');
  const college = useCollege();
  const { title, content } = textsOf(shown, language);
  return (
    <figure>
      <figcaption className={classNames('text-3', styles['note'])}>{t('preview.push')}</figcaption>
      <div className={styles['push']}>
        <Row as="p" gap={1} className="text-3">
          <BellIcon size={14} />
          {college}
        </Row>
        <p className="text-1 bold">{title || t('preview.noTitle')}</p>
        <p className={styles['cut']}>{content}</p>
      </div>
    </figure>
  );
}
