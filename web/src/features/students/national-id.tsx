import type { ReactNode } from 'react';
import styles from './students-page.module.css';

/** The national ID, masked. */
export function NationalId({ masked }: { student: string; masked: string }): ReactNode {
  return <span className={styles['figures']}>{masked}</span>;
}
