import { useChange } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import styles from './recordings-page.module.css';
import { listAll, mostAtOnce, type Asset, type ListFilter } from './queries';
import type { Selection } from './use-selection';

interface Props {
  /** The recordings of this page. */
  assets: readonly Asset[];
  filter: ListFilter;
  /** Recordings on all pages. */
  count: number | undefined;
  selection: Selection;
}

/** Selects the recordings of this page, and then also those of the other pages. */
export function SelectAll({ assets, filter, count = 0, selection }: Props) {
  const { t } = useTranslation('recordings');
  const { mutate, isPending } = useChange(() => listAll(filter), [], {
    onSuccess: (all) => selection.select(all, true),
  });
  const page = assets.every(({ id }) => selection.has(id));
  const most = Math.min(count, mostAtOnce);
  return (
    <div className={styles['select']}>
      <label>
        <input type="checkbox" checked={page} onChange={({ target }) => selection.select(assets, target.checked)} />
        {t('list.selectPage', { count: assets.length })}
      </label>
      {page && most > selection.chosen.length && (
        <Button size="s" variant="text" loading={isPending} onClick={() => mutate()}>
          {t(most < count ? 'list.selectNewest' : 'list.selectAll', { count: most })}
        </Button>
      )}
    </div>
  );
}
