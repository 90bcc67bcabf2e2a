import { lessonHref } from '@/shared/course/lesson';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { useDates } from '@/shared/time/use-dates';
import { AppLink } from '@/shared/ui/app-link';
import { Button, IconButton, buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { BoxIcon, CheckIcon, PlayIcon } from '@/shared/ui/icons';
import type { Change, Class, Timetable } from '@/shared/timetable/model';
import { Row, Stack } from '@/shared/ui/layout';
import styles from './change-cards.module.css';
import type { Labels } from './use-labels';

interface ListProps {
  items: readonly Class[];
  labels: Labels;
}

/** Describes the old and new time, room or teacher of a class. */
function useDifference(labels: Labels): (change: Change) => string {
  const { t } = useTranslation('timetable');
  const dates = useDates();
  const day = ({ place }: Class): string => `${dates.short(place.day)} ${labels.when(place)}`;
  return ({ before, after }) => {
    const exam = (after ?? before)?.kind === 'exam';
    if (after === null) {
      return t(exam ? 'changes.examGone' : before?.state === 'added' ? 'changes.calledOff' : 'changes.gone');
    }
    if (after.state === 'cancelled') {
      return exam ? t('changes.examGone') : (labels.state(after)?.text ?? '');
    }
    if (before === null) {
      return t(exam ? 'changes.newExam' : after.state === 'added' ? 'state.added' : 'changes.new');
    }
    if (before.state === 'cancelled') {
      return t(exam ? 'changes.examBackOn' : 'changes.backOn');
    }
    const [was, now] = [before.place, after.place];
    if (was.day !== now.day) {
      return t('changes.moved', { was: day(before), now: day(after) });
    }
    if (labels.when(was) !== labels.when(now)) {
      return t('changes.moved', { was: labels.when(was), now: labels.when(now) });
    }
    return was.room === now.room && was.campus === now.campus
      ? t('changes.moved', { was: labels.teacher(was), now: labels.teacher(now) })
      : t('changes.moved', { was: labels.where(was), now: labels.where(now) });
  };
}

function ChangeRow(props: { change: Change; labels: Labels; onOpen: (id: string) => void }) {
  const { change, labels, onOpen } = props;
  const dates = useDates();
  const difference = useDifference(labels);
  const item = change.after ?? change.before;
  if (item === null) {
    return null;
  }
  const words = (
    <>
      <strong>{labels.course(item)}</strong>
      <span>{`${dates.short(item.place.day)} ${labels.when(item.place)}`}</span>
      <span className={styles['what']}>{difference(change)}</span>
    </>
  );
  // Removed classes have no page to open.
  return change.after === null ? (
    <p className={styles['row']}>{words}</p>
  ) : (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={() => onOpen(item.id)}>
      {words}
    </button>
  );
}

/** How many changes are listed; the timetable shows the rest. */
const mostListed = 12;

/** The changes since the student last confirmed them. */
export function ChangesCard({
  changes,
  labels,
  onOpen,
  onSeen,
}: {
  changes: readonly Change[];
  labels: Labels;
  onOpen: (id: string) => void;
  onSeen: () => void;
}) {
  const { t } = useTranslation('timetable');
  const more = changes.length - mostListed;
  return (
    <Card
      title={t('changes.title', { count: changes.length })}
      className="no-print"
      extra={
        <Button size="s" icon={CheckIcon} onClick={onSeen}>
          {t('changes.seen')}
        </Button>
      }
    >
      <Stack as="ul" className={styles['list']}>
        {changes.slice(0, mostListed).map((change) => (
          <li key={(change.after ?? change.before)?.id}>
            <ChangeRow {...{ change, labels, onOpen }} />
          </li>
        ))}
      </Stack>
      {more > 0 && <p className={styles['text']}>{t('changes.more', { count: more })}</p>}
    </Card>
  );
}

/** Recent recordings, for students who missed the class. */
export function CatchUpCard({ items, labels, onAttended }: ListProps & { onAttended: (id: string) => void }) {
  const { t } = useTranslation('timetable');
  const dates = useDates();
  return (
    <Card title={t('catchUp.title')} className="no-print">
      <p className={styles['text']}>{t('catchUp.text')}</p>
      <Stack as="ul" className={styles['list']}>
        {items.slice(0, 6).map((item) => (
          <Row as="li" gap={2} key={item.id} className={styles['recording']}>
            <Stack as="span" shrink className={styles['name']}>
              <strong>{labels.course(item)}</strong>
              <span>{`${dates.short(item.place.day)} ${labels.when(item.place)}`}</span>
            </Stack>
            <IconButton
              icon={BoxIcon}
              size="s"
              label={t('catchUp.attended', {
                course: labels.course(item),
                date: dates.short(item.place.day),
              })}
              onClick={() => onAttended(item.id)}
            />
            <AppLink
              href={lessonHref(item.recording)}
              className={buttonClass({ size: 's' })}
              aria-label={t('catchUp.watch', {
                course: labels.course(item),
                date: dates.short(item.place.day),
              })}
            >
              <PlayIcon size={16} />
              {t('panel.watch')}
            </AppLink>
          </Row>
        ))}
      </Stack>
    </Card>
  );
}

/** The courses without classes, each with the reason. */
export function MissingCard({ timetable }: { timetable: Timetable }) {
  const staff = useValue(user).role === 'admin';
  const { t, locale } = useTranslation('timetable');
  if (staff && timetable.groups.size === 0) {
    return null; // staff without courses aren't missing any
  }
  return (
    <Card title={t('missing.title')} className="no-print">
      {timetable.missing.length === 0 ? (
        <p className={styles['text']}>{t('missing.none')}</p>
      ) : (
        <Stack as="ul" className={styles['list']}>
          {timetable.missing.map(({ group, reason }) => (
            <Stack as="li" gap={0.5} key={group.id} className={styles['missing']}>
              <strong>{nameIn(locale, group)}</strong>
              <span>{t(`missing.${reason}`)}</span>
            </Stack>
          ))}
        </Stack>
      )}
    </Card>
  );
}
