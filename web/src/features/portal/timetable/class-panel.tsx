import { useEffect, useState, type CSSProperties } from 'react';
import { lessonHref } from '@/shared/course/lesson';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import type { CivilMoment } from '@/shared/time/zone';
import { AppLink } from '@/shared/ui/app-link';
import { Chip } from '@/shared/ui/badge';
import { Button, buttonClass } from '@/shared/ui/button';
import { Descriptions } from '@/shared/ui/descriptions';
import { Dialog } from '@/shared/ui/dialog';
import { CalendarIcon, PlayIcon } from '@/shared/ui/icons';
import { ArrowRightIcon } from './arrow';
import { liveState } from './class-card';
import styles from './class-panel.module.css';
import { clashesOf } from '@/shared/timetable/clashes';
import { Teacher, Where } from './class-place';
import { liveHref } from './links';
import { isOn, isTimed, type Class, type Place, type Timetable } from '@/shared/timetable/model';
import { useDownloadCalendar } from './queries';
import type { Labels } from './use-labels';

interface Props {
  timetable: Timetable;
  item: Class;
  now: CivilMoment;
  labels: Labels;
  /** Someone else's class: without actions. */
  readOnly?: boolean;
  onClose: () => void;
}

/** Old → new, both in full. */
function Change({ item, was, labels }: Pick<Props, 'item' | 'labels'> & { was: Place }) {
  const { t } = useTranslation('timetable');
  const dates = useDates();
  const tell = (place: Place): string[] =>
    [dates.short(place.day), labels.when(place), labels.where(place), labels.teacher(place)].filter(
      (word) => word !== '',
    );
  const [before, after] = [tell(was), tell(item.place)];
  return (
    <div className={styles['change']}>
      <p>
        <span className="visually-hidden">{t('panel.before')}</span>
        {before.map((word) => (after.includes(word) ? <span key={word}>{word}</span> : <s key={word}>{word}</s>))}
      </p>
      <ArrowRightIcon size={18} />
      <p>
        <span className="visually-hidden">{t('panel.after')}</span>
        {after.map((word) =>
          before.includes(word) ? <span key={word}>{word}</span> : <strong key={word}>{word}</strong>,
        )}
      </p>
    </div>
  );
}

function Actions({ timetable, item, now }: Pick<Props, 'timetable' | 'item' | 'now'>) {
  const { t } = useTranslation('timetable');
  const download = useDownloadCalendar(timetable.term.id);
  return (
    <>
      {isTimed(item.place) && isOn(item) && (
        <Button icon={CalendarIcon} loading={download.isPending} onClick={() => download.mutate(item.id)}>
          {t('panel.addToCalendar')}
        </Button>
      )}
      {item.recording !== '' && isOn(item) && (
        <AppLink href={lessonHref(item.recording)} className={buttonClass({ variant: 'primary' })}>
          <PlayIcon size={18} />
          {t('panel.watch')}
        </AppLink>
      )}
      {isOn(item) &&
        item.further.map((recording, index) => (
          <AppLink key={recording} href={lessonHref(recording)} className={buttonClass()}>
            <PlayIcon size={18} />
            {t('panel.watchFurther', { number: index + 2 })}
          </AppLink>
        ))}
      {liveState(item, now) === 'on' && (
        <AppLink href={liveHref(item)} className={buttonClass({ variant: 'primary' })}>
          {t('join')}
        </AppLink>
      )}
    </>
  );
}

/** The staff's note on the change; each line in its own language, whatever the page's language is. */
function Note({ text }: { text: string }) {
  return (
    <div className="text-1">
      {text.split('\n').map((line) => (
        <p key={line} lang={/\p{Script=Han}/u.test(line) ? 'zh-CN' : 'en'}>
          {line}
        </p>
      ))}
    </div>
  );
}

/** Returns the focus to where it was, after the panel is closed and the page is no longer inert. */
function useReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) {
        opener.focus();
      }
    },
    [opener],
  );
}

/** Details of a class, and its actions. */
export function ClassPanel({ timetable, item, now, labels, readOnly = false, onClose }: Props) {
  const { t } = useTranslation('timetable');
  const dates = useDates();
  useReturn();
  const { place } = item;
  const state = labels.state(item);
  const recording = labels.recording(item);
  const sameDay = timetable.classes.filter((one) => one.place.day === place.day);
  const clash = clashesOf(sameDay).get(item.id);
  const live = liveState(item, now);
  return (
    <Dialog
      open
      title={labels.course(item)}
      onClose={onClose}
      actions={readOnly ? undefined : <Actions {...{ timetable, item, now }} />}
    >
      <div className={styles['panel']} style={{ '--course': timetable.colours.get(item.group) } as CSSProperties}>
        <p className={styles['chips']}>
          {item.kind === 'exam' && <Chip tone="danger">{t('exam')}</Chip>}
          {state !== null && <Chip tone={state.tone}>{state.text}</Chip>}
          {live !== null && (
            <Chip tone="danger">{live === 'on' ? t('live') : t('liveAt', { time: place.starts })}</Chip>
          )}
          <Chip>{t('week', { week: item.week })}</Chip>
          {recording !== null && <Chip tone={recording.tone}>{recording.text}</Chip>}
        </p>
        {item.was !== null && <Change {...{ item, labels }} was={item.was} />}
        {item.note !== '' && <Note text={item.note} />}
        {clash !== undefined && (
          <p className="danger">
            {t('panel.overlaps', { course: labels.course(clash), time: labels.when(clash.place) })}
          </p>
        )}
        <Descriptions
          facts={[
            { label: t('panel.day'), value: dates.long(place.day) },
            {
              label: t('panel.time'),
              value:
                place.firstPeriod > 0 && isTimed(place)
                  ? t('panel.timeAndPeriods', {
                      time: labels.when(place),
                      periods: t('periods', { first: place.firstPeriod, last: place.lastPeriod }),
                    })
                  : labels.when(place),
            },
            { label: t('panel.where'), value: <Where {...{ timetable, item, labels }} /> },
            ...(item.seat === undefined ? [] : [{ label: t('panel.seat'), value: item.seat }]),
            { label: t('panel.teacher'), value: <Teacher {...{ item, labels }} /> },
            { label: t('panel.code'), value: timetable.groups.get(item.group)?.courseCode ?? '' },
          ]}
        />
      </div>
    </Dialog>
  );
}
