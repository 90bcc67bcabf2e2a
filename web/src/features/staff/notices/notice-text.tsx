import { useFileSize } from '@/shared/i18n/use-file-size';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { FileIcon } from '@/shared/ui/icons';
import styles from './notices.module.css';
import type { Sent } from './queries';

const languages = [
  { key: 'zh', lang: 'zh-CN' },
  { key: 'en', lang: 'en-US' },
] as const;

/** A notice in both languages, with its link and files. */
export function NoticeText({ message }: { message: Sent }) {
  const { t } = useTranslation('notices');
  const size = useFileSize();
  const { title, content, link, attachments } = message;
  return (
    <Card title={t('text.title')}>
      <div className={styles['pair']}>
        {languages.map(({ key, lang }) => (
          <section key={key} aria-label={t(`language.${key}`)} className={styles['said']}>
            <p className="text-3 medium">{t(`language.${key}`)}</p>
            {(title[key] ?? '') === '' && (content[key] ?? '') === '' ? (
              <p className="text-3">{t(`text.only.${key}`)}</p>
            ) : (
              <div lang={lang}>
                <p className="text-1 bold">{title[key]}</p>
                <p className={styles['content']}>{content[key]}</p>
              </div>
            )}
          </section>
        ))}
      </div>
      {link !== '' && (
        <p className={styles['extra']}>
          {t('text.link')} <AppLink href={link}>{link}</AppLink>
        </p>
      )}
      {attachments.length > 0 && (
        <ul aria-label={t('files.label')} className={styles['files']}>
          {attachments.map((file) => (
            <li key={file.id} className={styles['file']}>
              <FileIcon size={18} />
              <span className={styles['name']}>{file.name}</span>
              <span className={classNames('text-3', styles['note'])}>{size(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
