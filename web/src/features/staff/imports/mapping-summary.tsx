import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { columnsHref } from './links';
import styles from './panel.module.css';
import type { Draft } from './queries';

interface Props {
  draft: Draft;
  /** Field names to their titles. */
  titles: ReadonlyMap<string, string>;
  changeable: boolean;
}

/** The field each column was mapped to, and whether its header was different last time. */
export function MappingSummary({ draft, titles, changeable }: Props) {
  const { t } = useTranslation('imports');
  const { list } = useFormats();
  const mapped = draft.columns.filter(({ field }) => field !== '');
  const ignored = draft.columns.filter(({ field, header }) => field === '' && header !== '');
  return (
    <section aria-label={t('mapping.title')} className={styles['mapping']}>
      <div className={styles['head']}>
        <h3>{t('mapping.title')}</h3>
        {changeable && <AppLink href={columnsHref(draft.id)}>{t('mapping.change')}</AppLink>}
      </div>
      <dl>
        {mapped.map(({ column, header, field, lastHeader }) => (
          <div key={column}>
            <dt>{header}</dt>
            <dd>
              {titles.get(field) ?? field}
              {lastHeader !== '' && <span className={styles['last']}>{t('how.last', { header: lastHeader })}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {ignored.length > 0 && (
        <p className={styles['hint']}>{t('mapping.ignored', { columns: list(ignored.map(({ header }) => header)) })}</p>
      )}
    </section>
  );
}
