import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Cluster, Stack } from '@/shared/ui/layout';
import styles from './calendar.module.css';
import type { Year } from './queries';
import { SchemeDialog } from './scheme-dialog';
import { useOpen } from './use-open';

/** The period times of each campus, such as those for summer and winter. */
export function SchemesCard({ year }: { year: Year }) {
  const { t, locale } = useTranslation('calendar');
  const dates = useDates();
  const [open, setOpen] = useOpen('scheme');
  const scheme = year.schemes.find(({ id }) => id === open);
  const campus = (id: string): string =>
    nameIn(
      locale,
      year.campuses.find((one) => one.id === id),
    );
  return (
    <Card
      title={t('schemes')}
      extra={
        year.campuses.length > 0 && (
          <Button size="s" onClick={() => setOpen('')}>
            {t('newScheme')}
          </Button>
        )
      }
    >
      <Stack as="ul" gap={3} className={styles['lines']}>
        {year.schemes.map(({ id, from, to, periods, campus: at }) => (
          <Cluster key={id} as="li" gap={2} justify="space-between">
            <span>
              <b>{campus(at)}</b> {dates.range(from, to)}
              {t('comma')}
              {t('periods', {
                count: periods.length,
                starts: periods[0]?.starts ?? '',
                ends: periods.at(-1)?.ends ?? '',
              })}
            </span>
            <Button
              size="s"
              aria-label={t('editOf', { what: `${campus(at)} ${dates.range(from, to)}` })}
              onClick={() => setOpen(id)}
            >
              {t('edit')}
            </Button>
          </Cluster>
        ))}
      </Stack>
      {(open === '' || scheme !== undefined) && (
        <SchemeDialog {...{ year, scheme }} onClose={() => setOpen(undefined)} />
      )}
    </Card>
  );
}
