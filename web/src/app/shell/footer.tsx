import styles from './shell.module.css';

export function Footer({ college }: { college: string }) {
  return <footer className={styles['footer']}>{college}</footer>;
}
