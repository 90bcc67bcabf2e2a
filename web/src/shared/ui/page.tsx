import type { ReactNode } from 'react';
import styles from './page.module.css';

interface Props {
  title: string;
  /** Stands beside the title: a chip, a range of dates. */
  aside?: ReactNode;
  /** Stands at the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page's one heading and what follows it. */
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
