import { useTranslation } from '@/shared/i18n/use-translation';
import styles from './progress.module.css';

/** A thin line at the top of the screen while a page loads. */
export function RouteProgress({ active }: { active: boolean }) {
  const { t } = useTranslation('shared');
  return active ? (
    <div role="progressbar" aria-label={t('ui.loadingPage')} className={styles['route']}>
      <span />
    </div>
  ) : null;
}

interface RingProps {
  /** 0–100. */
  percent: number;
  label: string;
  size?: number;
}

const clamp = (percent: number): number => Math.min(100, Math.max(0, Math.round(percent)));

/** Progress as a ring. */
export function ProgressRing({ percent, label, size = 24 }: RingProps) {
  const value = clamp(percent);
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      className={styles['ring']}
    >
      <circle className={styles['track']} cx="12" cy="12" r="9.5" />
      <circle
        className={styles['arc']}
        cx="12"
        cy="12"
        r="9.5"
        pathLength={100}
        strokeDasharray={`${value} 100`}
        opacity={value === 0 ? 0 : 1}
      />
    </svg>
  );
}

/** Progress as a bar. */
export function ProgressBar({ percent, label }: Omit<RingProps, 'size'>) {
  const value = clamp(percent);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      className={styles['bar']}
    >
      <span style={{ inlineSize: `${value}%` }} />
    </div>
  );
}
