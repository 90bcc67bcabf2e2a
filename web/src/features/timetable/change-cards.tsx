import type { ReactNode } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { user } from '@/shared/store/user';
import { useValue } from '@/shared/store/value';
import { useDates } from '@/shared/time/use-dates';
import { AppLink } from '@/shared/ui/app-link';
import { Button, IconButton, buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { CheckIcon, PlayIcon } from '@/shared/ui/icons';
import { watchHref } from './links';
import type { Class, Timetable } from './model';
import styles from './change-cards.module.css';
import type { Labels } from './use-labels';

interface ListProps {
  items: readonly Class[];
  labels: Labels;
}

/** The changes since the student last confirmed them. */
export function ChangesCard({
  items,
  labels,
  onOpen,
  onSeen,
}: ListProps & { onOpen: (id: string) => void; onSeen: () => void }): ReactNode {
  const { t } = useTranslation('timetable');
  const dates = useDates();
  return (
    <Card
      title={t('changes.title', { count: items.length })}
      className={styles['card']}
      extra={
        <Button size="s" icon={CheckIcon} onClick={onSeen}>
          {t('changes.seen')}
        </Button>
      }
    >
      <ul className={styles['list']}>
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className={styles['row']}
              aria-haspopup="dialog"
              onClick={() => onOpen(item.id)}
            >
              <strong>{labels.course(item)}</strong>
              <span>{`${dates.short(item.place.day)} ${labels.when(item.place)}`}</span>
              <span className={styles['what']}>{labels.state(item)?.text ?? t('changes.asPlanned')}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Recordings of late, for those who were not there. */
export function CatchUpCard({
  items,
  labels,
  onAttended,
}: ListProps & { onAttended: (id: string) => void }): ReactNode {
  const { t } = useTranslation('timetable');
  const dates = useDates();
  return (
    <Card title={t('catchUp.title')} className={styles['card']}>
      <p className={styles['text']}>{t('catchUp.text')}</p>
      <ul className={styles['list']}>
        {items.slice(0, 6).map((item) => (
          <li key={item.id} className={styles['recording']}>
            <span className={styles['name']}>
              <strong>{labels.course(item)}</strong>
              <span>{`${dates.short(item.place.day)} ${labels.when(item.place)}`}</span>
            </span>
            <IconButton
              icon={CheckIcon}
              size="s"
              label={t('catchUp.attended', {
                course: labels.course(item),
                date: dates.short(item.place.day),
              })}
              onClick={() => onAttended(item.id)}
            />
            <AppLink
              href={watchHref(item)}
              className={buttonClass({ size: 's' })}
              aria-label={t('catchUp.watch', {
                course: labels.course(item),
                date: dates.short(item.place.day),
              })}
            >
              <PlayIcon size={16} />
              {t('panel.watch')}
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Why is my course missing? Each one with its reason. */
export function MissingCard({ timetable }: { timetable: Timetable }): ReactNode {
  const staff = useValue(user).role === 'admin';
  const { t, locale } = useTranslation('timetable');
  if (staff && timetable.groups.size === 0) {
    return null; // nobody enrols them
  }
  return (
    <Card title={t('missing.title')} className={styles['card']}>
      {timetable.missing.length === 0 ? (
        <p className={styles['text']}>{t('missing.none')}</p>
      ) : (
        <ul className={styles['list']}>
          {timetable.missing.map(({ group, reason }) => (
            <li key={group.id} className={styles['missing']}>
              <strong>{nameIn(locale, group)}</strong>
              <span>{t(`missing.${reason}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
