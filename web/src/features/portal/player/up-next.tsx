import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { StartIcon } from '@/shared/ui/icons';
import styles from './player.module.css';

/** Seconds until the next lesson starts automatically. */
export const countdown = 8;

interface Props {
  title: string;
  /** Whether the next lesson starts automatically; otherwise the button does it. */
  auto: boolean;
  onNext: () => void;
}

/** The next lesson, with a countdown that can be stopped. */
export function UpNext({ title, auto, onNext }: Props) {
  const { t } = useTranslation('player');
  const [left, setLeft] = useState<number | null>(auto ? countdown : null);
  const go = useEffectEvent(onNext);
  useEffect(() => {
    if (left === null) {
      return undefined;
    }
    const timer = setTimeout(() => (left <= 1 ? go() : setLeft(left - 1)), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  useEffect(() => {
    const stop = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') {
        setLeft(null);
      }
    };
    document.addEventListener('keydown', stop);
    return () => document.removeEventListener('keydown', stop);
  }, []);
  return (
    <div className={styles['panel']}>
      <p>{left === null ? t('next.title') : t('next.in', { count: left })}</p>
      <h2>{title}</h2>
      <div className={styles['actions']}>
        {left !== null && <Button onClick={() => setLeft(null)}>{t('next.cancel')}</Button>}
        <Button variant="primary" icon={StartIcon} onClick={onNext}>
          {t('next.now')}
        </Button>
      </div>
    </div>
  );
}
