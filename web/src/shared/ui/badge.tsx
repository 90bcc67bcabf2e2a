import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names';

/** The meaning of a chip's colour. Its text must convey it as well. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** A short label for a state. */
export function Chip({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(styles['chip'], styles[tone])}>{children}</span>;
}

/**
 * A number at the corner of something, "99+" at most; nothing for zero. Red by default. The label of the parent must
 * include it.
 */
export function CountMark({ count, urgent = true }: { count: number; urgent?: boolean }) {
  return count <= 0 ? null : (
    <span className={classNames(styles['count'], !urgent && styles['calm'])} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}

/** A number after a label, as in a tab; red if it is urgent. */
export function Count({ count, urgent = false }: { count: number | string; urgent?: boolean }) {
  return <span className={classNames(styles['inline'], urgent && styles['danger'])}>{count}</span>;
}
