import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { CivilDate } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { Chip } from '@/shared/ui/badge';
import { AppLink } from '@/shared/ui/app-link';
import { Button, IconButton, buttonClass } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { CalendarIcon, MoreIcon, PlayIcon } from '@/shared/ui/icons';
import { Cluster } from '@/shared/ui/layout';
import { Menu, type MenuItem } from '@/shared/ui/menu';
import { Segments } from '@/shared/ui/segments';
import type { Term, Timetable } from '@/shared/timetable/model';
import styles from './toolbar.module.css';
import { Present, Turn } from './turn';
import type { Labels } from './use-labels';
import { views, type ViewState } from './view';
import { WeekPicker } from './week-picker';
import { datesOf, weekInfo } from '@/shared/timetable/weeks';

/** The toolbar's actions besides turning weeks. */
interface Tools {
  terms: readonly Term[];
  onTerm: (id: string) => void;
  onSubscribe: () => void;
  onDownload: () => void;
}

interface Props extends Tools {
  timetable: Timetable;
  viewState: ViewState;
  today: CivilDate;
  labels: Labels;
  wide: boolean;
}

function useMenuItems({ timetable, viewState, wide, terms, onTerm, onSubscribe, onDownload }: Props): MenuItem[] {
  const { t, locale } = useTranslation('timetable');
  return [
    ...(wide
      ? []
      : [
          ...views.map((view): MenuItem => ({
            id: view,
            label: t(`view.${view}`),
            checked: view === viewState.view,
            onSelect: () => viewState.setView(view),
          })),
          { id: 'subscribe', label: t('subscribe.button'), separated: true, onSelect: onSubscribe },
        ]),
    ...terms.toReversed().map((term, index): MenuItem => ({
      id: term.id,
      label: nameIn(locale, term),
      checked: term.id === timetable.term.id,
      separated: index === 0 && !wide,
      onSelect: () => onTerm(term.id),
    })),
    { id: 'download', label: t('subscribe.download'), separated: true, onSelect: onDownload },
    { id: 'print', label: t('print'), onSelect: () => globalThis.print() },
  ];
}

function Chips({ timetable, viewState, labels }: Pick<Props, 'timetable' | 'viewState' | 'labels'>) {
  const { t, locale } = useTranslation('timetable');
  const { odd, holidays, mappings } = weekInfo(timetable, viewState.week);
  return (
    <>
      <Chip tone="accent">{t(odd ? 'odd' : 'even')}</Chip>
      {holidays.map((holiday) => (
        <Chip key={holiday.from} tone="warning">
          {nameIn(locale, holiday)}
        </Chip>
      ))}
      {mappings.map((mapping) => (
        <Chip key={mapping.date} tone="warning">
          {labels.mapping(mapping)}
        </Chip>
      ))}
    </>
  );
}

/** The heading: the week with its dates, the day on a phone, the term above its overview. */
function useHeadline({ timetable, viewState, today }: Pick<Props, 'timetable' | 'viewState' | 'today'>) {
  const { t, locale } = useTranslation('timetable');
  const dates = useDates();
  const { week, day, view } = viewState;
  const days = datesOf(timetable.term, week);
  const parity = t(week % 2 === 1 ? 'odd' : 'even');
  if (view === 'term') {
    return { title: nameIn(locale, timetable.term), text: t('weekCount', { count: timetable.term.weeks }) };
  }
  return view === 'day'
    ? {
        title: day === today ? t('today') : dates.weekday(day, 'long'),
        text: `${dates.monthDay(day)} · ${t('week', { week })} · ${parity}`,
      }
    : { title: t('week', { week }), text: dates.range(days[0] ?? '', days[6] ?? '', today.slice(0, 4)) };
}

/** The current week, and the controls to change it. */
export function Toolbar(props: Props) {
  const { t } = useTranslation('timetable');
  const { timetable, viewState, today, labels, wide, onSubscribe } = props;
  const { title, text } = useHeadline(props);
  const items = useMenuItems(props);
  // The overview shows all weeks: there is none to choose or turn to.
  const ofTerm = viewState.view === 'term';
  return (
    <div className={styles['bar']}>
      <h2 className={classNames(styles['title'], ofTerm && styles['name'])}>{title}</h2>
      {!ofTerm && <WeekPicker {...{ timetable, today, labels }} week={viewState.week} onWeek={viewState.setWeek} />}
      <p className={classNames('text-2', styles['dates'])}>{text}</p>
      {wide && !ofTerm && <Chips {...props} />}
      <Cluster gap={2} className={styles['tools']}>
        {wide && (
          <>
            {!ofTerm && <Turn {...props} />}
            <Segments
              label={t('view.label')}
              items={views}
              chosen={viewState.view}
              textOf={(view) => t(`view.${view}`)}
              onChoose={viewState.setView}
            />
            <AppLink href="/student/watch" className={buttonClass()}>
              <PlayIcon size={18} />
              {t('panel.watch')}
            </AppLink>
            <Button icon={CalendarIcon} onClick={onSubscribe}>
              {t('subscribe.button')}
            </Button>
          </>
        )}
        {!wide && !ofTerm && <Present {...props} />}
        <Menu
          label={t('more')}
          items={items}
          renderTrigger={(trigger) => <IconButton icon={MoreIcon} label={t('more')} {...trigger} />}
        />
      </Cluster>
    </div>
  );
}
