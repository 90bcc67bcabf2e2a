import type { ReactNode } from 'react';
import styles from './shell.module.css';

/** The foot of every page, of students and of staff. */
export function Footer({ college }: { college: string }): ReactNode {
  return <footer className={styles['footer']}>{college}</footer>;
}
