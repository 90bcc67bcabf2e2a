import type { CSSProperties } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { addDays } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { onDay } from '@/shared/timetable/by-day';
import { isOn, type Class } from '@/shared/timetable/model';
import { Chip } from '@/shared/ui/badge';
import { IconButton } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { ChevronLeftIcon, ChevronRightIcon } from '@/shared/ui/icons';
import { Cluster, Row, Stack } from '@/shared/ui/layout';
import styles from './day-list.module.css';
import type { Plan } from './plan';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  day: string;
  words: Words;
  onOpen: (item: Class) => void;
  onDay: (day: string) => void;
}

function Item({ plan, item, words, onOpen }: Pick<Props, 'plan' | 'words' | 'onOpen'> & { item: Class }) {
  const { t } = useTranslation('planning');
  const extra = plan.extras.get(item.id);
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        className={classNames('course-tint', styles['item'], !isOn(item) && styles['off'])}
        style={{ '--course': plan.colours.get(item.group) } as CSSProperties}
        onClick={() => onOpen(item)}
      >
        <span className={styles['time']}>
          {item.place.starts}
          <span>{words.periods(item.place)}</span>
        </span>
        <span className={styles['what']}>
          <b>{words.course(item)}</b>
          <span>{[words.code(item), words.room(item.place), words.teacher(item.place)].join(' · ')}</span>
          <Cluster as="span" gap={1} align="stretch">
            {item.kind === 'exam' && <Chip>{t('card.exam')}</Chip>}
            {extra !== undefined && extra.clashes > 0 && isOn(item) && (
              <Chip tone="danger">{t('card.clashes', { count: extra.clashes })}</Chip>
            )}
            {extra !== undefined && extra.draft !== '' ? (
              <Chip tone="accent">{t('card.draft')}</Chip>
            ) : (
              item.state !== 'held' &&
              !(item.kind === 'exam' && item.state === 'added') && (
                <Chip tone="warning">{t(`state.${item.state}`)}</Chip>
              )
            )}
          </Cluster>
        </span>
      </button>
    </li>
  );
}

/** One day as a list, for phones. */
export function DayList({ plan, day, words, onOpen, onDay: go }: Props) {
  const { t } = useTranslation('planning');
  const dates = useDates();
  const items = onDay(plan, day).here;
  return (
    <Stack aria-labelledby="planning-day" as="section" gap={3}>
      <Row justify="space-between" className={styles['head']}>
        <IconButton icon={ChevronLeftIcon} label={t('day.previous')} onClick={() => go(addDays(day, -1))} />
        <h2 id="planning-day">{dates.long(day)}</h2>
        <IconButton icon={ChevronRightIcon} label={t('day.next')} onClick={() => go(addDays(day, 1))} />
      </Row>
      {items.length === 0 ? (
        <p className={styles['none']}>{t('day.none')}</p>
      ) : (
        <Stack as="ul" gap={2}>
          {items.map((item) => (
            <Item key={item.id} {...{ plan, item, words, onOpen }} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
