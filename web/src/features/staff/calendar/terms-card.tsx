import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Cluster, Stack } from '@/shared/ui/layout';
import styles from './calendar.module.css';
import { SchemesCard } from './schemes-card';
import { examText } from './exams';
import type { Year } from './queries';
import { TermDialog } from './term-dialog';
import { useOpen } from './use-open';

/** The terms of the year with their exam weeks. */
export function TermsCard({ year }: { year: Year }) {
  const { t, locale } = useTranslation('calendar');
  const dates = useDates();
  const [open, setOpen] = useOpen('term');
  const term = year.terms.find(({ id }) => id === open);
  return (
    <>
      <Card
        title={t('terms')}
        extra={
          <Button size="s" onClick={() => setOpen('')}>
            {t('newTerm')}
          </Button>
        }
      >
        <Stack as="ul" gap={3} className={styles['lines']}>
          {year.terms.map((one) => (
            <Cluster key={one.id} as="li" gap={2} justify="space-between">
              <span>
                <b>{nameIn(locale, one)}</b> {dates.range(one.firstMonday, one.lastDay)}
                {t('comma')}
                {t('weekCount', { count: one.weeks })}
                {one.exams.length > 0 && t('comma') + t('examsIn', { weeks: examText(one.exams) })}
              </span>
              <Button size="s" aria-label={t('editOf', { what: nameIn(locale, one) })} onClick={() => setOpen(one.id)}>
                {t('edit')}
              </Button>
            </Cluster>
          ))}
        </Stack>
        {(open === '' || term !== undefined) && <TermDialog term={term} onClose={() => setOpen(undefined)} />}
      </Card>
      <SchemesCard year={year} />
    </>
  );
}
