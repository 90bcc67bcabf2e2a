import { useTranslation } from '@/shared/i18n/use-translation';
import { isDate } from '@/shared/time/civil';
import { layOut } from '@/shared/timetable/grid';
import { lastDay, weekOf } from '@/shared/timetable/weeks';
import { Stack } from '@/shared/ui/layout';
import { DateField } from '@/shared/ui/staff/date-field';
import { Select } from '@/shared/ui/select';
import { TextField } from '@/shared/ui/text-field';
import { useWide } from '@/shared/ui/wide';
import { freeFirst, type Hint } from './carry';
import type { ClockTime } from './change';
import type { Plan } from './plan';
import { RadioList } from './radio-list';
import { SwapField } from './swap-field';
import type { Composer } from './use-composer';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  composer: Composer;
  words: Words;
  slots: readonly Hint[];
}

const idOf = ({ day, firstPeriod }: Pick<Hint, 'day' | 'firstPeriod'>): string => `${day} ${firstPeriod}`;

/** The free slots as a list, which phones show instead of the grid. */
function PlaceList({ composer, words, slots }: Props) {
  const { t } = useTranslation('planning');
  const { composed, set } = composer;
  const free = freeFirst(slots).slice(0, 8);
  if (free.length === 0) {
    return <p className="text-2 size-13 regular">{t('places.none')}</p>;
  }
  return (
    <RadioList
      label={t('places.label')}
      items={free.map((slot) => ({
        id: idOf(slot),
        label: words.when(slot),
        aside: words.slot(slot),
        tone: slot.students === 0 ? 'success' : 'warning',
      }))}
      chosen={composed.target && idOf(composed.target)}
      onChoose={(id) => {
        const slot = free.find((one) => idOf(one) === id);
        if (slot !== undefined) {
          const { day, firstPeriod, lastPeriod } = slot;
          set({ target: { day, firstPeriod, lastPeriod }, partner: undefined });
        }
      }}
    />
  );
}

/** The day and the first period; the class keeps its length. */
export function TimeFields({ plan, composer }: Pick<Props, 'plan' | 'composer'>) {
  const { t } = useTranslation('planning');
  const { target, set } = composer;
  const length = target === undefined ? 2 : target.lastPeriod - target.firstPeriod + 1;
  const rows = layOut(plan, weekOf(plan.term, target?.day ?? plan.today)).rows;
  const last = Math.max(length, ...rows.map(({ number }) => number));
  const put = (day: string, first: number, periods = length): void =>
    set({ target: { day, firstPeriod: first, lastPeriod: first + periods - 1 }, partner: undefined });
  const startOf = (number: number): string => rows.find((row) => row.number === number)?.starts ?? '';
  return (
    <Stack gap={3} shrink>
      <DateField
        label={t('to.day')}
        value={target?.day ?? ''}
        min={plan.term.firstMonday}
        max={lastDay(plan.term)}
        term={{ starts: plan.term.firstMonday, weeks: plan.term.weeks }}
        onChange={(day) => isDate(day) && put(day, target?.firstPeriod ?? 1)}
      />
      <Select
        label={t('to.period')}
        value={String(target?.firstPeriod ?? 1)}
        options={Array.from({ length: last - length + 1 }, (_, index) => ({
          value: String(index + 1),
          label: t('to.hours', { first: index + 1, last: index + length, starts: startOf(index + 1) }),
        }))}
        onChange={({ target: field }) => put(target?.day ?? plan.today, Number(field.value))}
      />
      {composer.mode !== 'change' && (
        <Select
          label={t('to.length')}
          value={String(length)}
          options={[1, 2, 3, 4].map((count) => ({
            value: String(count),
            label: t('to.lengthOf', { count }),
          }))}
          onChange={({ target: field }) =>
            put(target?.day ?? plan.today, target?.firstPeriod ?? 1, Number(field.value))
          }
        />
      )}
    </Stack>
  );
}

/** The day and clock times, for classes and exams without periods. */
function ClockFields({ plan, composer }: Pick<Props, 'plan' | 'composer'>) {
  const { t } = useTranslation('planning');
  const { clock, set } = composer;
  const put = (change: Partial<ClockTime>): void =>
    clock && set({ clock: { ...clock, ...change }, target: undefined, partner: undefined });
  return (
    <Stack gap={3} shrink>
      <DateField
        label={t('to.day')}
        value={clock?.day ?? ''}
        min={plan.term.firstMonday}
        max={lastDay(plan.term)}
        term={{ starts: plan.term.firstMonday, weeks: plan.term.weeks }}
        onChange={(day) => isDate(day) && put({ day })}
      />
      {(['starts', 'ends'] as const).map((field) => (
        <TextField
          key={field}
          label={t(`to.${field}`)}
          type="time"
          value={clock?.[field] ?? ''}
          onChange={({ target }) => put({ [field]: target.value })}
        />
      ))}
    </Stack>
  );
}

/** Chooses another time: by hand, from the free slots, or by swapping with another class. */
export function MoveFields(props: Props) {
  const { plan, composer, words } = props;
  const wide = useWide();
  return (
    <>
      {composer.clock !== undefined ? (
        <ClockFields {...{ plan, composer }} />
      ) : wide ? (
        <TimeFields {...{ plan, composer }} />
      ) : (
        <PlaceList {...props} />
      )}
      {composer.mode === 'change' && composer.line === undefined && <SwapField {...{ plan, composer, words }} />}
    </>
  );
}
