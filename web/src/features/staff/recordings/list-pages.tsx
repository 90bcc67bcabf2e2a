import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { pageSize } from './queries';
import styles from './recordings-page.module.css';

interface Props {
  /** From 1. */
  page: number;
  /** Rows on this page. */
  shown: number;
  /** Rows on all pages; undefined until known. */
  all: number | undefined;
  onPage: (page: number) => void;
}

/** Shows the position in a long list, with buttons for the other pages. */
export function ListPages({ page, shown, all, onPage }: Props) {
  const { t } = useTranslation('recordings');
  const { number } = useFormats();
  const before = (page - 1) * pageSize;
  const last = all === undefined ? page : Math.max(1, Math.ceil(all / pageSize));
  if (all === undefined || (all === 0 && page === 1)) {
    return null;
  }
  return (
    <div className={styles['pages']}>
      <p role="status">
        {shown === 0
          ? t('list.count', { count: all })
          : t('list.range', { from: number(before + 1), to: number(before + shown), all: number(all) })}
      </p>
      {(last > 1 || page > 1) && (
        <nav aria-label={t('list.pages')} className={styles['turn']}>
          <Button size="s" disabled={page <= 1} onClick={() => onPage(1)}>
            {t('list.first')}
          </Button>
          <Button size="s" disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, last))}>
            {t('list.newer')}
          </Button>
          <Button size="s" disabled={page >= last} onClick={() => onPage(page + 1)}>
            {t('list.older')}
          </Button>
          <Button size="s" disabled={page >= last} onClick={() => onPage(last)}>
            {t('list.last')}
          </Button>
        </nav>
      )}
    </div>
  );
}
