import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Cluster, Stack } from '@/shared/ui/layout';
import styles from './calendar.module.css';
import type { Scheme, Year } from './queries';
import { SchemeDialog } from './scheme-dialog';
import { TimesDialog } from './times-dialog';
import { useOpen } from './use-open';

/** The period times of a campus between two dates, and what to do with them. */
function Line(props: { campus: string; scheme: Scheme; onTimes: () => void; onEdit: () => void }) {
  const { campus, scheme, onTimes, onEdit } = props;
  const { t } = useTranslation('calendar');
  const range = useDates().range(scheme.from, scheme.to);
  const what = `${campus} ${range}`;
  return (
    <Cluster as="li" gap={2} justify="space-between">
      <span>
        <b>{campus}</b> {range}
        {t('comma')}
        {t('periods', {
          count: scheme.periods.length,
          starts: scheme.periods[0]?.starts ?? '',
          ends: scheme.periods.at(-1)?.ends ?? '',
        })}
      </span>
      <Cluster gap={2}>
        <Button size="s" aria-label={t('newTimesOf', { what })} onClick={onTimes}>
          {t('newTimes')}
        </Button>
        <Button size="s" aria-label={t('editOf', { what })} onClick={onEdit}>
          {t('edit')}
        </Button>
      </Cluster>
    </Cluster>
  );
}

/** The period times of each campus, such as those for summer and winter. */
export function SchemesCard({ year }: { year: Year }) {
  const { t, locale } = useTranslation('calendar');
  const [open, setOpen] = useOpen('scheme');
  const [times, setTimes] = useOpen('times');
  const scheme = year.schemes.find(({ id }) => id === open);
  const ending = year.schemes.find(({ id }) => id === times);
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
        {year.schemes.map((one) => (
          <Line
            key={one.id}
            campus={nameIn(
              locale,
              year.campuses.find(({ id }) => id === one.campus),
            )}
            scheme={one}
            onTimes={() => setTimes(one.id)}
            onEdit={() => setOpen(one.id)}
          />
        ))}
      </Stack>
      {(open === '' || scheme !== undefined) && (
        <SchemeDialog {...{ year, scheme }} onClose={() => setOpen(undefined)} />
      )}
      {ending !== undefined && <TimesDialog {...{ year }} scheme={ending} onClose={() => setTimes(undefined)} />}
    </Card>
  );
}
