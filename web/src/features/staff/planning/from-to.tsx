import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import type { Place } from '@/shared/timetable/model';
import { readPlace } from '@/shared/timetable/read';
import { Grid, Stack } from '@/shared/ui/layout';
import styles from './composer.module.css';
import type { Composer } from './use-composer';
import type { Words } from './use-words';

function PlaceCard({ label, place, words }: { label: string; place: Place; words: Words }) {
  const dates = useDates();
  return (
    <Stack justify="start" className={styles['place']}>
      <span className="text-2 size-13">{label}</span>
      <b>{dates.short(place.day)}</b>
      <span>
        {words.periods(place)}
        {place.firstPeriod > 0 && place.starts !== '' && `, ${place.starts} – ${place.ends}`}
      </span>
      <span>{[words.room(place), words.teacher(place)].filter(Boolean).join(' · ')}</span>
    </Stack>
  );
}

export function FromTo({ composer, words }: { composer: Composer; words: Words }) {
  const { t } = useTranslation('planning');
  const { item, checked, changes, checking } = composer;
  if (item === undefined) {
    return null;
  }
  const at = composer.target ?? composer.clock;
  const to = changes.length > 0 && !checking ? (checked?.to ?? null) : null;
  return (
    <Grid gap={2} columns="minmax(0, 1fr) auto minmax(0, 1fr)" align="center">
      <PlaceCard label={t('from')} place={item.place} words={words} />
      <span aria-hidden="true" className="text-3">
        {'→'}
      </span>
      {to === null ? (
        <Stack justify="start" className={styles['place']} data-empty>
          <span className="text-2 size-13">{t('to')}</span>
          {at !== undefined && changes.length > 0 && <b>{words.when(at)}</b>}
        </Stack>
      ) : (
        <PlaceCard label={t('to')} place={readPlace(to)} words={words} />
      )}
    </Grid>
  );
}
