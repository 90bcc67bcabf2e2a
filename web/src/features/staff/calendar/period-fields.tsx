import { useTranslation } from '@/shared/i18n/use-translation';
import { Button, IconButton } from '@/shared/ui/button';
import { CloseIcon } from '@/shared/ui/icons';
import { Cluster } from '@/shared/ui/layout';
import { TextField } from '@/shared/ui/text-field';
import styles from './calendar.module.css';
import { nextPeriod } from './periods';
import type { SchemeBody } from './queries';

interface Props {
  draft: Pick<SchemeBody, 'periods'>;
  onChange: (change: Pick<SchemeBody, 'periods'>) => void;
}

/** The periods with their times, numbered from 1. */
export function PeriodFields({ draft: { periods }, onChange }: Props) {
  const { t } = useTranslation('calendar');
  const set = (number: number, change: { starts?: string; ends?: string }): void =>
    onChange({ periods: periods.map((one) => (one.number === number ? { ...one, ...change } : one)) });
  return (
    <>
      <div className={styles['periods']}>
        {periods.map(({ number, starts, ends }) => (
          <Cluster as="fieldset" gap={2} align="end" key={number} className={styles['period']}>
            <legend>{t('period', { number })}</legend>
            <TextField
              label={t('starts')}
              type="time"
              value={starts}
              onChange={({ target }) => set(number, { starts: target.value })}
            />
            <TextField
              label={t('ends')}
              type="time"
              value={ends}
              onChange={({ target }) => set(number, { ends: target.value })}
            />
            {number === periods.length && number > 1 && (
              <IconButton
                icon={CloseIcon}
                size="s"
                label={t('removePeriod', { number })}
                onClick={() => onChange({ periods: periods.slice(0, -1) })}
              />
            )}
          </Cluster>
        ))}
      </div>
      <Button size="s" onClick={() => onChange({ periods: [...periods, nextPeriod(periods)] })}>
        {t('addPeriod')}
      </Button>
    </>
  );
}
