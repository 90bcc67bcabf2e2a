import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { classHref } from '@/shared/timetable/class-href';
import { readPlace } from '@/shared/timetable/read';
import { AppLink } from '@/shared/ui/app-link';
import { classNames } from '@/shared/ui/class-names';
import { ErrorIcon, SuccessIcon, WarningIcon, type IconType } from '@/shared/ui/icons';
import { Grid, Stack } from '@/shared/ui/layout';
import type { Partner } from './change';
import styles from './composer.module.css';
import { Messages, NotifiedPeople } from './notified-view';
import type { Change, Checked, Clash } from './types';
import type { Words } from './use-words';

const icons: Readonly<Record<'danger' | 'warning' | 'success', IconType>> = {
  danger: ErrorIcon,
  warning: WarningIcon,
  success: SuccessIcon,
};

function Finding({ tone, what, children }: { tone: keyof typeof icons; what: string; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <Grid
      as="li"
      gap={2}
      columns="auto 4.5em minmax(0, 1fr)"
      className={classNames('size-14', styles['finding'])}
      data-tone={tone}
    >
      <Icon size={16} />
      <span className="text-2">{what}</span>
      <span>{children}</span>
    </Grid>
  );
}

/** Returns the prefix 'FIN201-1: ' that tells two swapped classes apart; empty for a single class. */
type Of = (what: { class: string }) => string;

function OtherLink({ clash, words }: { clash: Clash; words: Words }) {
  const { other } = clash;
  return (
    <AppLink href={classHref({ class: other.class, group: other.group, day: other.place.day })}>
      {words.other(other)}
    </AppLink>
  );
}

interface ClashProps {
  clash: Clash;
  words: Words;
  of?: Of;
}

/** Without `of`, the clash is one the class has where it is now. */
export function ClashLine({ clash, words, of }: ClashProps) {
  const { t } = useTranslation('planning');
  const { kind, students, minutes } = clash;
  const hard = kind === 'room' || kind === 'teacher' || kind === 'group';
  const text = {
    room: t('check.taken'),
    teacher: t('check.busy'),
    group: t('check.groupBusy'),
    class: t('check.classBusy', { count: students, name: words.title(clash.object) }),
    students: t('check.students', { count: students }),
    travel: t('check.travel', { minutes }),
  }[kind];
  return (
    <Finding tone={hard && clash.accepted === '' ? 'danger' : 'warning'} what={t(`kind.${kind}`)}>
      {of?.(clash)}
      <b>{text}</b> <OtherLink {...{ clash, words }} />
      {', '}
      {words.periods(readPlace(clash.other.place))}
      {clash.accepted !== '' && (
        <span className="text-2 size-13 regular"> {t('check.accepted', { reason: clash.accepted })}</span>
      )}
      {of !== undefined && !clash.new && <span className="text-2 size-13 regular"> {t('check.already')}</span>}
    </Finding>
  );
}

export const keyOf = ({ class: of, kind, other }: Clash): string => `${of} ${kind} ${other.class}`;

/** The clashes a class has before anything is changed. */
export function ClashesNow({ now, words }: { now: readonly Clash[]; words: Words }) {
  const { t } = useTranslation('planning');
  return (
    <Stack as="section" gap={2} className={styles['check']}>
      <h3>{t('check.now')}</h3>
      <Stack as="ul" gap={2}>
        {now.map((clash) => (
          <ClashLine key={keyOf(clash)} {...{ clash, words }} />
        ))}
      </Stack>
    </Stack>
  );
}

interface Props {
  checked: Checked;
  /** The change that was checked, or the two changes of a swap. */
  changes: readonly Change[];
  /** The class swapped with; the plan may not contain it. */
  partner: Partner | undefined;
  checking: boolean;
  words: Words;
}

/** The effects of a change: clashes, the people notified, and their messages. */
export function CheckView({ checked, changes, partner, checking, words }: Props) {
  const { t } = useTranslation('planning');
  const { hard, soft, seats, messages, toTeachers, to } = checked;
  const [first, swapped] = changes;
  const codeOf = (change: Change): string =>
    change.class === partner?.id ? (partner?.code ?? '') : words.code(change);
  const of: Of = (what) => {
    const change = changes.find((one) => one.class === what.class);
    return swapped === undefined || change === undefined ? '' : t('check.of', { code: codeOf(change) });
  };
  const place = to === null || swapped !== undefined ? undefined : readPlace(to);
  const free = (kind: Clash['kind']): boolean => !hard.some((clash) => clash.kind === kind);
  const count = hard.length + soft.length;
  const lines = (list: readonly Clash[]) =>
    list.map((clash) => <ClashLine key={keyOf(clash)} {...{ clash, words, of }} />);
  return (
    <Stack as="section" gap={2} className={styles['check']} aria-busy={checking} data-old={checking || undefined}>
      <h3>{t('check.title')}</h3>
      <p role="status" className="visually-hidden">
        {checking ? '' : count === 0 ? t('check.calm') : t('check.count', { count })}
      </p>
      <Stack as="ul" gap={2}>
        {lines(hard)}
        {place !== undefined && place.room !== '' && free('room') && (
          <Finding tone="success" what={t('kind.room')}>
            {t('check.free', { name: words.room(place) })}
          </Finding>
        )}
        {place !== undefined && place.teacher !== '' && free('teacher') && (
          <Finding tone="success" what={t('kind.teacher')}>
            {t('check.free', { name: words.teacher(place) })}
          </Finding>
        )}
        {first !== undefined && swapped !== undefined && hard.length === 0 && (
          <Finding tone="success" what={t('kind.swap')}>
            {t('check.swapFree', { one: codeOf(first), other: codeOf(swapped) })}
          </Finding>
        )}
        {lines(soft)}
        {seats.map((small) => (
          <Finding key={small.class} tone="warning" what={t('kind.seats')}>
            {of(small)}
            {t('check.seats', { room: words.name(small.room), seats: small.seats, size: small.size })}
          </Finding>
        ))}
      </Stack>
      <NotifiedPeople checked={checked} />
      {messages.length > 0 && <Messages {...{ messages, toTeachers, words }} />}
    </Stack>
  );
}
