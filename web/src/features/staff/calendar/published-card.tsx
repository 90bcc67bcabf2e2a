import { useState } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Cluster, Stack } from '@/shared/ui/layout';
import styles from './calendar.module.css';
import { PublishDialog } from './publish-dialog';
import type { Arrangement, Year } from './queries';
import { followed } from './year';

interface Line {
  id: string;
  date: string;
  text: string;
  body: Arrangement;
}

/** All published holidays and make-up days, earliest first. */
function useLines(year: Year): Line[] {
  const { t, locale } = useTranslation('calendar');
  const dates = useDates();
  const holidays = year.holidays.map(({ id, from, to, ...name }) => ({
    id,
    date: from,
    text: t('line', {
      dates: from === to ? dates.short(from) : dates.range(from, to, String(year.year)),
      what: nameIn(locale, name),
    }),
    body: { withdrawHolidays: [id] },
  }));
  const mappings = year.mappings.map((mapping) => {
    const follows = followed(year, mapping);
    return {
      id: mapping.id,
      date: mapping.date,
      text: t('line', {
        dates: dates.short(mapping.date),
        what: follows === undefined ? t('off') : t('follows', { date: dates.short(follows) }),
      }),
      body: { withdrawMappings: [mapping.id] },
    };
  });
  return [...holidays, ...mappings].toSorted((a, b) => a.date.localeCompare(b.date, 'en'));
}

/** Holidays and make-up days, each with a button to withdraw it. */
export function PublishedCard({ year }: { year: Year }) {
  const { t } = useTranslation('calendar');
  const lines = useLines(year);
  const [open, setOpen] = useState<string>();
  const line = lines.find(({ id }) => id === open);
  return (
    <Card title={t('publishedDays')}>
      {lines.length === 0 ? (
        <p>{t('noDays')}</p>
      ) : (
        <Stack as="ul" gap={3} className={styles['lines']}>
          {lines.map(({ id, text }) => (
            <Cluster key={id} as="li" gap={2} justify="space-between">
              <span>{text}</span>
              <Button size="s" aria-label={t('withdrawOf', { what: text })} onClick={() => setOpen(id)}>
                {t('withdraw')}
              </Button>
            </Cluster>
          ))}
        </Stack>
      )}
      {line && (
        <PublishDialog
          title={line.text}
          action={t('withdraw')}
          done={t('withdrawn')}
          body={line.body}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  );
}
