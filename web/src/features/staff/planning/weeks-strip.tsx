import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import { weekdayOf } from '@/shared/time/civil';
import { holidayOn, weekInfo } from '@/shared/timetable/weeks';
import { AppLink } from '@/shared/ui/app-link';
import { Grid, Stack } from '@/shared/ui/layout';
import type { Plan } from './plan';
import { stripWeeks } from './strip';
import styles from './weeks-strip.module.css';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  week: number;
  words: Words;
  onWeek: (week: number) => void;
}

/** What is special about a day; decides its style. */
function kindOf(plan: Plan, date: string): 'off' | 'make-up' | 'weekend' | 'plain' {
  const mapping = plan.mappings.find((one) => one.date === date);
  if (mapping?.off === false) {
    return 'make-up';
  }
  if (mapping?.off === true || holidayOn(plan, date) !== undefined) {
    return 'off';
  }
  return weekdayOf(date) > 5 ? 'weekend' : 'plain';
}

function WeekBox({ plan, number, shown, words, onWeek }: Omit<Props, 'week'> & { number: number; shown: boolean }) {
  const { t, locale } = useTranslation('planning');
  const dates = useDates();
  const { dates: days, holidays, mappings } = weekInfo(plan, number);
  const notes = [
    ...holidays.map((holiday) => t('strip.holiday', { name: nameIn(locale, holiday) })),
    ...mappings.map((mapping) =>
      mapping.off ? t('strip.dayOff', { day: dates.weekday(mapping.date) }) : words.mapping(mapping),
    ),
  ];
  return (
    <Stack
      as="li"
      gap={0.5}
      justify="start"
      shrink
      className={styles['week']}
      aria-current={shown ? 'true' : undefined}
    >
      <button type="button" className={styles['number']} onClick={() => onWeek(number)}>
        {t('week', { week: number })}
      </button>
      <Grid as="span" columns="repeat(7, minmax(0, 1fr))" className={styles['days']} aria-hidden="true">
        {days.map((date) => (
          <span key={date} data-kind={kindOf(plan, date)} data-today={date === plan.today || undefined}>
            {dates.day(date)}
          </span>
        ))}
      </Grid>
      <span className={styles['notes']}>{notes.join(t('strip.join'))}</span>
    </Stack>
  );
}

/** Five weeks around the current one, with days off and make-up days from the college calendar. */
export function WeeksStrip({ plan, week, words, onWeek }: Props) {
  const { t } = useTranslation('planning');
  return (
    <section aria-label={t('strip.title')} className={styles['strip']}>
      <ul className={styles['weeks']}>
        {stripWeeks(week, plan.term.weeks).map((number) => (
          <WeekBox key={number} {...{ plan, number, words, onWeek }} shown={number === week} />
        ))}
      </ul>
      <AppLink href="/admin/calendar" className={styles['calendar']}>
        {t('strip.calendar')}
      </AppLink>
    </section>
  );
}
