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
  /** For one that comes up while the page is read. */
  role?: 'status';
  children: ReactNode;
}

/** A line above the content about what is shown: its age, its place, what waits. It is not printed. */
export function Notice({ tone = 'neutral', icon: Icon, action, role, children }: Props) {
  return (
    <p role={role} className={classNames('no-print', styles['notice'], styles[tone])}>
      <Icon size={16} />
      <span>{children}</span>
      {action}
    </p>
  );
}
