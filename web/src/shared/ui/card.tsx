import { useId, type ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names';
import { Cluster } from './layout';

interface Props {
  title?: string;
  /** Shown at the end of the title's line. */
  extra?: ReactNode;
  className?: string | undefined;
  /** Without padding, for a list that goes from edge to edge. */
  flush?: boolean;
  children: ReactNode;
}

/** A surface for one subject; with a title it is a region that screen readers list. */
export function Card({ title, extra, className, flush = false, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={title === undefined ? undefined : id} className={classNames(styles['card'], className)}>
      {title !== undefined && (
        <Cluster gap="2 4" justify="space-between" className={styles['header']}>
          <h2 id={id} className={styles['title']}>
            {title}
          </h2>
          {extra}
        </Cluster>
      )}
      <div className={classNames(styles['body'], flush && styles['flush'])}>{children}</div>
    </section>
  );
}
