import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Grid } from '@/shared/ui/layout';
import { DiffCell } from './diff-cell';
import styles from './timeline.module.css';

/** Something that happened. */
export interface TimelineEntry {
  id: string;
  /** When, as it is written: '10:05', 'Nov 2'. */
  time: string;
  /** A solid dot. */
  today: boolean;
  who: string;
  what: ReactNode;
  /** The value that it changed. */
  change?: { was: string; now: string };
  /** Further words below: how many were told. */
  note?: ReactNode;
  /** Where it can still be undone, and what that is called for screen readers. */
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
