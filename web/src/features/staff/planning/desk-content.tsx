import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import { holidayOn } from '@/shared/timetable/weeks';
import { Keys } from '@/shared/ui/staff/keys';
import { useWide } from '@/shared/ui/wide';
import type { Address } from './address';
import { DayList } from './day-list';
import { OtherRooms } from './other-rooms';
import type { Plan } from './plan';
import { PlanGrid } from './plan-grid';
import { RoomsTable } from './rooms-table';
import { TermTable } from './term-table';
import styles from './planning-page.module.css';
import type { Desk } from './use-desk';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  address: Address;
  week: number;
  day: string;
  words: Words;
  desk: Desk;
  onWeek: (week: number) => void;
  onDay: (day: string) => void;
}

/** Explains the marks on the grid and its keys. */
function Legend() {
  const { t } = useTranslation('planning');
  return (
    <p className={styles['legend']}>
      <span>{t('legend.places')}</span>
      <span className={styles['keys']}>
        <Keys keys="Enter" /> {t('legend.lift')}
        {['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight'].map((key) => (
          <Keys key={key} keys={key} />
        ))}{' '}
        {t('legend.carry')}
        <Keys keys="Enter" /> {t('legend.drop')}
        <Keys keys="Escape" /> {t('legend.back')}
      </span>
    </p>
  );
}

/** Why a day has no classes, or another day's. */
function DayNote({ plan, day, words }: Pick<Props, 'plan' | 'day' | 'words'>) {
  const { t, locale } = useTranslation('planning');
  const dates = useDates();
  const mapping = plan.mappings.find(({ date }) => date === day);
  const holiday = holidayOn(plan, day);
  if (mapping === undefined && holiday === undefined) {
    return null;
  }
  return (
    <p role="status">
      {mapping === undefined
        ? t('strip.holiday', { name: nameIn(locale, holiday) })
        : mapping.off
          ? t('strip.dayOff', { day: dates.weekday(day) })
          : words.mapping(mapping)}
    </p>
  );
}

/** The timetable in the view that the URL asks for. */
export function DeskContent({ plan, address, week, day, words, desk, onWeek, onDay }: Props) {
  const { t } = useTranslation('planning');
  const dates = useDates();
  const wide = useWide();
  const { item, composer, slots, carrying, open, take } = desk;
  if (!wide) {
    return <DayList {...{ plan, day, words, onDay }} onOpen={open} />;
  }
  if (address.view === 'term') {
    return <TermTable {...{ plan, words, onWeek }} onOpen={open} />;
  }
  if (address.view === 'day') {
    return (
      <>
        <DayNote {...{ plan, day, words }} />
        <RoomsTable
          {...{ plan, day, words }}
          label={t('rooms.all', { day: dates.short(day) })}
          rooms={[...plan.rooms.values()]}
          onOpen={open}
        />
      </>
    );
  }
  return (
    <>
      <PlanGrid
        {...{ plan, week, words, slots, carrying }}
        open={item}
        target={
          item === undefined ? undefined : carrying.lifted === undefined ? composer?.composed.target : composer?.target
        }
        onOpen={open}
        onTurn={(by) => onWeek(Math.min(Math.max(week + by, 1), plan.term.weeks))}
        onTake={take}
      />
      <OtherRooms {...{ plan, day, composer }} onOpen={desk.openElsewhere} />
      <Legend />
    </>
  );
}
