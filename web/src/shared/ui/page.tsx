import type { ReactNode } from 'react';
import styles from './page.module.css';

interface Props {
  title: string;
  /** Shown beside the title: a chip, a range of dates. */
  aside?: ReactNode;
  /** Shown at the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with its only level-1 heading. */
export function Page({ title, aside, actions, children }: Props) {
  return (
    <div className={styles['page']}>
      <div className={styles['header']}>
        <h1 className={styles['title']}>{title}</h1>
        {aside}
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
