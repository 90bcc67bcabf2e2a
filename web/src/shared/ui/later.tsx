import type { ReactNode } from 'react';
import { useLater } from '@/shared/time/use-later';
import styles from './later.module.css';
import { useWide } from './wide';

/**
 * On a phone, draws what lies below the first screen after that screen, which is there sooner for it. On a desk it may be in
 * sight, and comes at once.
 */
export function Later({ children }: { children: ReactNode }): ReactNode {
  const wide = useWide();
  const come = useLater();
  return wide || come ? children : <div className={styles['space']} />;
}
