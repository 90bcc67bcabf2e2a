import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { useLength } from '@/shared/time/use-length';
import { IconButton } from '@/shared/ui/button';
import { ChevronDownIcon, ChevronUpIcon } from '@/shared/ui/icons';
import { Keys } from '@/shared/ui/staff/keys';
import { partsOf } from './folder-join';
import { reorder } from './folder-queue';
import type { Row } from './folder-store';
import { folder, nameOf } from './folder-store';
import styles from './folder.module.css';

/** The parts of one recording in the order in which they are played, which can be changed. */
export function FolderParts({ row }: { row: Row }): ReactNode {
  const { t } = useTranslation('recordings');
  const length = useLength();
  const parts = partsOf(row, useValue(folder).rows);
  if (parts.length < 2) {
    return null;
  }
  return (
    <ol className={styles['parts']} aria-label={t('folder.parts')}>
      {parts.map((one, index) => (
        <li key={one.key}>
          <span>
            {t('folder.part', { number: index + 1, file: nameOf(one) })}
            {one.file.length > 0 && ` · ${length(one.file.length)}`}
          </span>
          <IconButton
            size="s"
            icon={ChevronUpIcon}
            label={t('folder.earlier', { file: nameOf(one) })}
            disabled={index === 0}
            onClick={() => void reorder(one, -1)}
          />
          <IconButton
            size="s"
            icon={ChevronDownIcon}
            label={t('folder.later', { file: nameOf(one) })}
            disabled={index === parts.length - 1}
            onClick={() => void reorder(one, 1)}
          />
        </li>
      ))}
    </ol>
  );
}

/** What a part is joined with, in words; empty for what is no part. */
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

/** The first choice of a further part. */
export function JoinChoice({ row, onTake }: { row: Row; onTake: () => void }): ReactNode {
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
