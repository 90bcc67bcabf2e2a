import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names';

/** What a chip's colour stands for. Its text must say it as well. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** A word or two about a state. */
export function Chip({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }): ReactNode {
  return <span className={classNames(styles['chip'], styles[tone])}>{children}</span>;
}

/** A number at the corner of something, "99+" at most; nothing for zero. Name it in its owner's label. */
export function CountMark({ count }: { count: number }): ReactNode {
  return count <= 0 ? null : (
    <span className={styles['count']} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}

/** A number after a word, as in a tab. */
export function Count({ count }: { count: number }): ReactNode {
  return <span className={styles['inline']}>{count}</span>;
}
