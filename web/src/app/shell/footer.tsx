import styles from './shell.module.css';

/** The foot of every page, of students and of staff. */
export function Footer({ college }: { college: string }) {
  return <footer className={styles['footer']}>{college}</footer>;
}
