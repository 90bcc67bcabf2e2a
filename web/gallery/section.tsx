import { useId, type ReactNode } from 'react';
import styles from './gallery.module.css';

interface Props {
  /** The file in shared/ui. */
  title: string;
  /** Fields stand in columns, anything else in a row. */
  fields?: boolean;
  /** Each thing has the whole width. */
  wide?: boolean;
  children: ReactNode;
}

/** One component with its states. */
export function Section({ title, fields = false, wide = false, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['section']}>
      <h2 id={id}>{title}</h2>
      <div className={styles[wide ? 'wide' : fields ? 'fields' : 'row']}>{children}</div>
    </section>
  );
}
