import type { ReactNode } from 'react';
import { startTransition, useEffect, useState } from 'react';
import { breath } from '@/shared/time/breath';
import styles from './later.module.css';
import { useWide } from './wide';

/**
 * On a phone, draws what lies below the first screen after that screen, which is there sooner for it. On a desk it may be in
 * sight, and comes at once.
 */
export function Later({ children }: { children: ReactNode }): ReactNode {
  const wide = useWide();
  const [come, setCome] = useState(false);
  useEffect(() => void breath().then(() => startTransition(() => setCome(true))), []);
  return wide || come ? children : <div className={styles['space']} />;
}
