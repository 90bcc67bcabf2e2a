import { useQuery } from '@tanstack/react-query';
import { nameIn, type Bilingual } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import { datesOf, weekOf } from '@/shared/timetable/weeks';
import type { WireTerms } from '@/shared/timetable/wire';
import { Chip } from '@/shared/ui/badge';
import { LockIcon } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Select } from '@/shared/ui/select';
import { useWide } from '@/shared/ui/wide';
import type { Address, Go, Panel } from './address';
import { DeskContent } from './desk-content';
import { DeskPanel } from './desk-panel';
import type { Plan } from './plan';
import styles from './planning-page.module.css';
import { planningQueries } from './queries';
import { Toolbar } from './toolbar';
import { useDesk } from './use-desk';
import { useWords } from './use-words';
import { WeeksStrip } from './weeks-strip';

const byId = (list: readonly (Bilingual & { id: string })[]): [string, Bilingual][] => list.map((one) => [one.id, one]);

interface DeskProps {
  plan: Plan;
  address: Address;
  week: number;
  day: string;
  go: Go;
  terms: WireTerms['terms'];
}

/** The week or day as the title, with the list of terms. */
function useTitle({ plan, address, week, day }: DeskProps): { title: string; range: string } {
  const { t, locale } = useTranslation('planning');
  const dates = useDates();
  const wide = useWide();
  const days = datesOf(plan.term, week);
  if (address.view === 'term' && wide) {
    return { title: nameIn(locale, plan.term), range: '' };
  }
  return address.view === 'day' || !wide
    ? { title: wide ? dates.long(day) : t('title'), range: t('week', { week }) }
    : {
        title: t('week', { week }),
        range: dates.range(days[0] ?? '', days[6] ?? '', plan.today.slice(0, 4)),
      };
}

function Terms({ plan, terms, go }: Pick<DeskProps, 'plan' | 'terms' | 'go'>) {
  const { t, locale } = useTranslation('planning');
  return terms.length < 2 ? null : (
    <Select
      hideLabel
      label={t('term.choose')}
      value={plan.term.id}
      options={terms.map((term) => ({ value: term.id, label: nameIn(locale, term) }))}
      onChange={({ target }) => go({ term: target.value, week: undefined, day: undefined, class: undefined })}
    />
  );
}

/** The names of rooms and teachers that aren't in the plan: those of the day's rooms, and those in drafts. */
function useNames(plan: Plan, day: string): NonNullable<Parameters<typeof useWords>[1]> {
  const rooms = useQuery(planningQueries.view({ term: plan.term.id, by: 'rooms', from: day, to: day })).data;
  const lines = useQuery(planningQueries.drafts(plan.term.id)).data?.flatMap((draft) => draft.lines) ?? [];
  return {
    rooms: new Map<string, Bilingual>([...byId(lines.flatMap((line) => line.rooms)), ...(rooms?.rooms ?? [])]),
    teachers: new Map<string, Bilingual>([...byId(lines.flatMap((line) => line.teachers)), ...(rooms?.teachers ?? [])]),
  };
}

/** The planning page for one plan: the timetable, and the panel beside it. */
export function Desk(props: DeskProps) {
  const { plan, address, week, day, go, terms } = props;
  const { t, locale } = useTranslation('planning');
  const wide = useWide();
  const { title, range } = useTitle(props);
  const desk = useDesk(plan, address, week, go);
  const words = useWords(plan, useNames(plan, day));
  const present = weekOf(plan.term, plan.today);
  const onWeek = (next: number): void =>
    go({
      week: next === present ? undefined : String(next),
      day: undefined,
      ...(address.view === 'term' && { view: undefined }),
    });
  const onDay = (next: string): void =>
    go({ day: next === plan.today ? undefined : next, week: undefined, class: undefined });
  const onPanel = (panel: Panel): void => go({ panel, class: undefined });
  const sheet = address.panel !== undefined || (desk.item !== undefined && desk.carrying.lifted === undefined);
  return (
    <Page
      title={title}
      aside={
        <>
          <span className="text-2">{range}</span>
          {address.view === 'week' && <Chip>{t(week % 2 === 1 ? 'odd' : 'even')}</Chip>}
        </>
      }
      actions={<Terms {...{ plan, terms, go }} />}
    >
      {desk.readOnly && <Notice icon={LockIcon}>{t('over', { term: nameIn(locale, plan.term) })}</Notice>}
      <Toolbar {...{ plan, address, week, day, go, onWeek, onDay, onPanel }} readOnly={desk.readOnly} />
      <div className={styles['desk']}>
        <div className={styles['work']}>
          {wide && address.view === 'week' && <WeeksStrip {...{ plan, week, words, onWeek }} />}
          <DeskContent {...{ plan, address, week, day, words, desk, onWeek, onDay }} />
        </div>
        <DeskPanel {...{ plan, words, desk }} panel={address.panel} open={sheet} />
      </div>
    </Page>
  );
}
