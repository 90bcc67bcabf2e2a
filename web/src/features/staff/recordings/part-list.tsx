import { useTranslation } from '@/shared/i18n/use-translation';
import { IconButton } from '@/shared/ui/button';
import { ChevronDownIcon, ChevronUpIcon } from '@/shared/ui/icons';
import styles from './folder.module.css';

interface Props {
  parts: readonly { key: string; file: string; length: string }[];
  /** Moves a part one position earlier or later. */
  onShift: (at: number, by: -1 | 1) => void;
}

/** The parts of one recording in playing order, which can be changed. */
export function PartList({ parts, onShift }: Props) {
  const { t } = useTranslation('recordings');
  return (
    <ol className={styles['parts']} aria-label={t('folder.parts')}>
      {parts.map(({ key, file, length }, index) => (
        <li key={key}>
          <span>
            {t('folder.part', { number: index + 1, file })}
            {length !== '' && ` · ${length}`}
          </span>
          <IconButton
            size="s"
            icon={ChevronUpIcon}
            label={t('folder.earlier', { file })}
            disabled={index === 0}
            onClick={() => onShift(index, -1)}
          />
          <IconButton
            size="s"
            icon={ChevronDownIcon}
            label={t('folder.later', { file })}
            disabled={index === parts.length - 1}
            onClick={() => onShift(index, 1)}
          />
        </li>
      ))}
    </ol>
  );
}
