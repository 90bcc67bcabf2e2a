import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Grid } from '@/shared/ui/layout';
import { DiffCell } from './diff-cell';
import styles from './timeline.module.css';

export interface TimelineEntry {
  id: string;
  /** The formatted time: '10:05', 'Nov 2'. */
  time: string;
  /** Draws a solid dot. */
  today: boolean;
  who: string;
  what: ReactNode;
  /** The changed value. */
  change?: { was: string; now: string };
  /** Details below: how many people were notified. */
  note?: ReactNode;
  /** An undo button with its accessible name, while undoing is possible. */
  undo?: { label: string; run: () => void };
}

/** Who did what, the latest first. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  const { t } = useTranslation('staff');
  return (
    <ol aria-label={label}>
      {entries.map(({ id, time, today, who, what, change, note, undo }) => (
        <Grid
          as="li"
          gap={6}
          columns="minmax(44px, max-content) 1fr"
          key={id}
          data-today={today}
          className={styles['entry']}
        >
          <span className={styles['time']}>{time}</span>
          <div className={styles['body']}>
            <p>
              <b>{who}</b> {what}
            </p>
            {change && <DiffCell {...change} />}
            {note !== undefined && <p className="text-3 size-13">{note}</p>}
            {undo && (
              <Button size="s" variant="text" aria-label={t('timeline.undo', { what: undo.label })} onClick={undo.run}>
                {t('undo.do')}
              </Button>
            )}
          </div>
        </Grid>
      ))}
    </ol>
  );
}
