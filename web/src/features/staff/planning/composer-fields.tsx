import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Combobox } from '@/shared/ui/staff/combobox';
import type { Choice } from '@/shared/ui/staff/use-search';
import type { Plan } from './plan';
import { planningQueries } from './queries';
import { RadioList } from './radio-list';
import { useOptionSearch } from './use-option-search';
import type { RoomAt, Substitute } from './types';
import type { Composer } from './use-composer';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  composer: Composer;
  words: Words;
}

const tones = { free: 'success', taken: 'danger', small: 'warning', far: 'warning' } as const;

/** Chooses another room at the time in the composer. */
export function RoomFields({ plan, composer, words }: Props) {
  const { t } = useTranslation('planning');
  const { group, composed, item, set } = composer;
  const at = composer.target ?? composer.clock;
  const query = useQuery({
    ...planningQueries.roomsAt({
      term: plan.term.id,
      day: '',
      ...at,
      group,
      ...(item !== undefined && composer.mode === 'change' && { class: item.id }),
    }),
    enabled: at !== undefined && group !== '',
  });
  const stateOf = ({ state, by, minutes }: RoomAt): string =>
    state === 'taken' && by !== null
      ? t('room.takenBy', { code: by.code })
      : state === 'far' && minutes > 0
        ? t('room.way', { minutes })
        : t(`room.${state}`);
  return at === undefined ? (
    <p className="text-2 size-13 regular">{t('room.timeFirst')}</p>
  ) : (
    <RadioList
      label={t('room.label', { when: words.when(at) })}
      items={[
        ...(query.data ?? []).map((room) => ({
          id: room.id,
          label: room.seats > 0 ? t('room.seats', { room: words.name(room), seats: room.seats }) : words.name(room),
          aside: stateOf(room),
          tone: tones[room.state],
        })),
        { id: '', label: t('online'), aside: '' },
      ]}
      chosen={composed.room ?? item?.place.room}
      onChoose={(room) => set({ room })}
    />
  );
}

/** Chooses another teacher: suggestions first, then all teachers. */
export function TeacherFields({ plan, composer, words }: Props) {
  const { t } = useTranslation('planning');
  const search = useOptionSearch('teacher', plan.term.id);
  const { item, composed, set } = composer;
  const query = useQuery({
    ...planningQueries.substitutes(item?.id ?? '', plan.term.id),
    enabled: item !== undefined && composer.mode === 'change',
  });
  const describe = ({ detail, free, sameCourse, load }: Substitute): string =>
    [
      t(free ? 'teacher.free' : 'teacher.busy'),
      detail,
      ...(sameCourse ? [t('teacher.same')] : []),
      t('teacher.load', { count: load }),
    ]
      .filter(Boolean)
      .join(' · ');
  const proposed = (query.data ?? []).slice(0, 8);
  const [found, setFound] = useState<Choice | null>(null);
  const value =
    composed.teacher === undefined || proposed.some(({ id }) => id === composed.teacher)
      ? null
      : found?.id === composed.teacher
        ? found
        : { id: composed.teacher, label: words.teacher({ teacher: composed.teacher }) };
  return (
    <>
      {proposed.length > 0 && (
        <RadioList
          label={t('teacher.label')}
          items={proposed.map((one) => ({
            id: one.id,
            label: words.name(one),
            aside: describe(one),
            tone: one.free ? 'success' : 'danger',
          }))}
          chosen={composed.teacher}
          onChoose={(teacher) => set({ teacher })}
        />
      )}
      <Combobox
        label={t('teacher.any')}
        {...{ value, search }}
        onChange={(choice) => {
          setFound(choice);
          set({ teacher: choice?.id });
        }}
      />
    </>
  );
}
