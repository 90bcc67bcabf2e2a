import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Stack } from '@/shared/ui/layout';
import { NumberField } from '@/shared/ui/number-field';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { useDraftValues } from '@/shared/ui/staff/use-draft-values';
import { errorText } from '@/shared/ui/state';
import styles from './calendar.module.css';
import { usePutWays, type Way, type Year } from './queries';

/** All pairs of campuses with their travel time in minutes; 0 if unknown. */
function pairsOf({ campuses, ways }: Pick<Year, 'campuses' | 'ways'>): Way[] {
  return campuses.flatMap(({ id: campus }, index) =>
    campuses.slice(index + 1).map(({ id: other }) => {
      const known = ways.find(
        (way) => (way.campus === campus && way.other === other) || (way.campus === other && way.other === campus),
      );
      return { campus, other, minutes: known?.minutes ?? 0 };
    }),
  );
}

/** Travel times between campuses, which decide whether a class can be reached in time. */
export function WaysCard({ year }: { year: Year }) {
  const { t, locale } = useTranslation('calendar');
  const typed = useDraftValues('calendar ways', { ways: pairsOf(year) });
  const { ways } = typed.values;
  const put = usePutWays();
  const name = (id: string): string =>
    nameIn(
      locale,
      year.campuses.find((one) => one.id === id),
    );
  if (ways.length === 0) {
    return null;
  }
  const save = (): void =>
    put.mutate(
      ways.filter(({ minutes }) => minutes > 0),
      {
        onSuccess: () => {
          typed.drop();
          notify('success', t('saved'));
        },
      },
    );
  return (
    <Card title={t('ways')}>
      <p>{t('waysText')}</p>
      <FormNotes form={typed} />
      <Stack gap={3} className={styles['lines']}>
        {ways.map(({ campus, other, minutes }, at) => (
          <NumberField
            key={`${campus} ${other}`}
            label={t('way', { from: name(campus), to: name(other) })}
            value={minutes}
            min={0}
            max={600}
            step={5}
            unit={t('minutes')}
            onChange={(next) =>
              typed.change({
                ways: ways.map((way, index) => (index === at ? { ...way, minutes: next } : way)),
              })
            }
          />
        ))}
        <Button loading={put.isPending} onClick={save}>
          {t('save')}
        </Button>
      </Stack>
      {put.error !== null && <p role="alert">{errorText(put.error)}</p>}
    </Card>
  );
}
