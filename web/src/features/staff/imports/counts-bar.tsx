import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { effectIcons, effects } from './effects';
import styles from './preview.module.css';
import type { DraftRow, Preview } from './queries';

interface Props {
  preview: Preview;
  chosen: DraftRow['effect'] | undefined;
  onChoose: (effect: DraftRow['effect'] | undefined) => void;
}

/** The number of rows per effect. The counts are also the filters. */
export function CountsBar({ preview, chosen, onChoose }: Props) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  // Skipped and removed rows are rare, so their counts are only shown if there are any.
  const rare: ReadonlySet<string> = new Set(['leftOut', 'removed']);
  const shown = effects.filter((effect) => !rare.has(effect) || preview[effect] > 0 || chosen === effect);
  return (
    <div role="group" aria-label={t('counts.label')} className={styles['counts']}>
      <button
        type="button"
        aria-pressed={chosen === undefined}
        className={styles['count']}
        onClick={() => onChoose(undefined)}
      >
        <strong>{number(preview.rows)}</strong>
        <span>{t('count.all')}</span>
      </button>
      {shown.map((effect) => {
        const Icon = effectIcons[effect];
        return (
          <button
            key={effect}
            type="button"
            aria-pressed={chosen === effect}
            disabled={preview[effect] === 0 && chosen !== effect}
            data-effect={preview[effect] > 0 ? effect : undefined}
            className={styles['count']}
            onClick={() => onChoose(chosen === effect ? undefined : effect)}
          >
            <strong>{number(preview[effect])}</strong>
            <span>
              <Icon size={14} />
              {t(`count.${effect}`)}
            </span>
          </button>
        );
      })}
    </div>
  );
}
