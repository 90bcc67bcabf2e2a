import { useFormats } from '@/shared/i18n/use-translation';
import { Cluster } from '@/shared/ui/layout';
import styles from './meter-bar.module.css';

interface Part {
  id: string;
  /** A short label: 'uploaded'. */
  label: string;
  value: number;
  tone: 'accent' | 'success' | 'warning' | 'danger' | 'neutral';
}

/** The parts of a whole. The text below has all the information; the bar illustrates it. */
export function MeterBar({ parts, total }: { parts: readonly Part[]; total: number }) {
  const { number } = useFormats();
  const shown = parts.filter(({ value }) => value > 0);
  return (
    <div>
      <div className={styles['bar']} aria-hidden="true">
        {shown.map(({ id, value, tone }) => (
          <span key={id} data-tone={tone} style={{ inlineSize: `${(value / Math.max(1, total)) * 100}%` }} />
        ))}
      </div>
      <Cluster as="ul" gap="1 4" align="stretch" className={styles['words']}>
        {shown.map(({ id, label, value, tone }) => (
          <li key={id} data-tone={tone}>
            {`${number(value)} ${label}`}
          </li>
        ))}
      </Cluster>
    </div>
  );
}
