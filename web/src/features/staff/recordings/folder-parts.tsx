import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { useLength } from '@/shared/time/use-length';
import { Keys } from '@/shared/ui/staff/keys';
import { partsOf } from './folder-join';
import { reorder } from './folder-queue';
import { folder, nameOf, type Row } from './folder-store';
import { PartList } from './part-list';
import styles from './folder.module.css';

/** The parts of one recording in playing order, which can be changed. */
export function FolderParts({ row }: { row: Row }) {
  const length = useLength();
  const parts = partsOf(row, useValue(folder).rows);
  return parts.length < 2 ? null : (
    <PartList
      parts={parts.map((one) => ({
        key: one.key,
        file: nameOf(one),
        length: one.file.length > 0 ? length(one.file.length) : '',
      }))}
      onShift={(at, by) => parts[at] && void reorder(parts[at], by)}
    />
  );
}

/** Returns what a part is joined with, as text; empty for a row that is not a part. */
export function useJoinWords(): (row: Row) => string {
  const { t } = useTranslation('recordings');
  const { rows } = useValue(folder);
  return (row) => {
    const root = rows.find(({ key }) => key === (row.joinTo === '' ? row.partOf : row.joinTo));
    return root === undefined
      ? ''
      : t('folder.join', {
          file: nameOf(root),
          number: partsOf(root, rows).findIndex(({ key }) => key === row.key) + 1 || row.order,
        });
  };
}

/** The choice to join a part, listed first. */
export function JoinChoice({ row, onTake }: { row: Row; onTake: () => void }) {
  const { t } = useTranslation('recordings');
  const words = useJoinWords();
  return (
    <li>
      <button type="button" className={styles['choice']} onClick={onTake}>
        <Keys keys="1" />
        <span>
          <strong>{words(row)}</strong> <span className={styles['aside']}>{t('folder.joinHint')}</span>
        </span>
      </button>
    </li>
  );
}
