import type { ReactNode } from 'react';
import type { Tone } from './badge';
import { classNames } from './class-names';
import type { IconType } from './icons';
import styles from './notice.module.css';

interface Props {
  tone?: Extract<Tone, 'neutral' | 'accent' | 'warning'>;
  icon: IconType;
  /** An action, at the end. */
  action?: ReactNode;
  /** For a notice that appears while the page is being read. */
  role?: 'status';
  children: ReactNode;
}

/** A line above the content about the data on the page: its age, its origin, what is waiting. Not printed. */
export function Notice({ tone = 'neutral', icon: Icon, action, role, children }: Props) {
  return (
    <p role={role} className={classNames('no-print', styles['notice'], styles[tone])}>
      <Icon size={16} />
      <span>{children}</span>
      {action}
    </p>
  );
}
