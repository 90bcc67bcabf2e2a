import { useQuery } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import { addDays, type CivilDate } from '@/shared/time/civil';
import { AppLink } from '@/shared/ui/app-link';
import { Button, IconButton, buttonClass } from '@/shared/ui/button';
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon, MoreIcon, PlusIcon } from '@/shared/ui/icons';
import { Cluster, Row } from '@/shared/ui/layout';
import { Menu } from '@/shared/ui/menu';
import { Segments } from '@/shared/ui/segments';
import { Combobox } from '@/shared/ui/staff/combobox';
import { useWide } from '@/shared/ui/wide';
import { lastDay, phaseOf, weekOf } from '@/shared/timetable/weeks';
import { views, type Address, type Go, type Panel } from './address';
import type { Plan } from './plan';
import { planningQueries } from './queries';
import { useOptionSearch } from './use-option-search';
import styles from './toolbar.module.css';
import { subjects } from './types';

interface Props {
  plan: Plan;
  address: Address;
  week: number;
  day: CivilDate;
  readOnly: boolean;
  go: Go;
  onWeek: (week: number) => void;
  onDay: (day: CivilDate) => void;
  onPanel: (panel: Panel) => void;
}

/** Goes to the previous, current or next week. */
function Turn({ plan, week, onWeek }: Pick<Props, 'plan' | 'week' | 'onWeek'>) {
  const { t } = useTranslation('planning');
  const present = weekOf(plan.term, plan.today);
  return (
    <Row gap={1}>
      <IconButton
        icon={ChevronLeftIcon}
        label={t('week.previous')}
        disabled={week <= 1}
        onClick={() => onWeek(week - 1)}
      />
      <Button disabled={week === present} onClick={() => onWeek(present)}>
        {t('today')}
      </Button>
      <IconButton
        icon={ChevronRightIcon}
        label={t('week.next')}
        disabled={week >= plan.term.weeks}
        onClick={() => onWeek(week + 1)}
      />
    </Row>
  );
}

/** Goes to the previous day of the term, today or the next one. */
function TurnDay({ plan, day, onDay }: Pick<Props, 'plan' | 'day' | 'onDay'>) {
  const { t } = useTranslation('planning');
  return (
    <Row gap={1}>
      <IconButton
        icon={ChevronLeftIcon}
        label={t('day.previous')}
        disabled={day <= plan.term.firstMonday}
        onClick={() => onDay(addDays(day, -1))}
      />
      <Button
        disabled={day === plan.today || phaseOf(plan.term, plan.today) !== 'during'}
        onClick={() => onDay(plan.today)}
      >
        {t('today')}
      </Button>
      <IconButton
        icon={ChevronRightIcon}
        label={t('day.next')}
        disabled={day >= lastDay(plan.term)}
        onClick={() => onDay(addDays(day, 1))}
      />
    </Row>
  );
}

/** Actions that don't start from a class. */
function Tools({ plan, readOnly, onPanel }: Pick<Props, 'plan' | 'readOnly' | 'onPanel'>) {
  const { t } = useTranslation('planning');
  const wide = useWide();
  const drafts = useQuery(planningQueries.drafts(plan.term.id)).data ?? [];
  const count = drafts.find(({ mine }) => mine)?.lines.length ?? 0;
  return (
    <Cluster gap={2} className={styles['tools']}>
      <Button className={styles['draft']} onClick={() => onPanel('draft')}>
        {t('draft.button', { count })}
      </Button>
      {wide && !readOnly && (
        <Button icon={PlusIcon} onClick={() => onPanel('extra')}>
          {t('extra.button')}
        </Button>
      )}
      <Menu
        label={t('more')}
        items={
          readOnly
            ? []
            : [
                { id: 'extra', label: t('extra.button'), icon: PlusIcon, onSelect: () => onPanel('extra') },
                { id: 'absence', label: t('absence.button'), onSelect: () => onPanel('absence') },
              ]
        }
        renderTrigger={(trigger) => <IconButton icon={MoreIcon} label={t('more')} {...trigger} />}
      />
      <AppLink href="/admin/timetable/clashes" className={buttonClass()}>
        <CalendarIcon size={18} />
        {t('clashes')}
      </AppLink>
    </Cluster>
  );
}

/** Chooses whose timetable and which days are shown, with further actions. */
export function Toolbar({ plan, address, week, day, readOnly, go, onWeek, onDay, onPanel }: Props) {
  const { t, locale } = useTranslation('planning');
  const className = useClassName();
  const wide = useWide();
  const ofRooms = address.view === 'day' && wide;
  const search = useOptionSearch(address.by, plan.term.id);
  const chosen = address.id === undefined ? null : { id: address.id, label: className(nameIn(locale, plan.title)) };
  return (
    <Cluster gap="2 3">
      {wide && address.view === 'week' && <Turn {...{ plan, week, onWeek }} />}
      {ofRooms && <TurnDay {...{ plan, day, onDay }} />}
      {wide && (
        <Segments
          label={t('view.label')}
          items={views}
          chosen={address.view}
          textOf={(view) => t(`view.${view}`)}
          onChoose={(view) => go({ view: view === 'week' ? undefined : view })}
        />
      )}
      {!ofRooms && (
        <>
          <Segments
            label={t('by.label')}
            items={subjects}
            chosen={address.by}
            textOf={(by) => t(`by.${by}`)}
            onChoose={(by) => go({ by: by === 'group' ? undefined : by, id: undefined, class: undefined })}
          />
          <Combobox
            className={styles['picker']}
            label={t(`by.${address.by}`)}
            hideLabel
            placeholder={t('picker.hint')}
            value={chosen}
            onChange={(choice) => go({ id: choice?.id, class: undefined })}
            search={search}
          />
        </>
      )}
      <Tools {...{ plan, readOnly, onPanel }} />
    </Cluster>
  );
}
