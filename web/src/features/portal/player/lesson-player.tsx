import { useEffect, useRef, useState } from 'react';
import { nameIn, titleIn } from '@/shared/i18n/name-in';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import type { Chapter } from './chapters';
import type { Control } from './control';
import { unsentWatching } from './unsent-watching';
import { startOf } from './lessons';
import { Player } from './player';
import { preferences } from './preferences';
import { UpNext } from './up-next';
import { useMediaSession } from './use-media-session';
import { useSource, type Refetch } from './use-source';
import { useWatching } from './use-watching';
import type { WireWatch } from './wire';

interface Props {
  control: Control;
  watch: WireWatch;
  chapters: readonly Chapter[];
  title: string;
  /** The seconds in the address, if any. */
  asked: number | undefined;
  onGo: (lesson: string) => void;
  refetch: Refetch;
}

/** Seeks when the time in the address changes within the same lesson. */
function useAsked(control: Control, id: string, asked: number | undefined): void {
  const before = useRef({ id, asked });
  useEffect(() => {
    if (before.current.id === id && before.current.asked !== asked && asked !== undefined) {
      control.seek(asked);
    }
    before.current = { id, asked };
  }, [control, id, asked]);
}

/** The player of a lesson with its surroundings: reports, media keys, and the next lesson. */
export function LessonPlayer({ control, watch, chapters, title, asked, onGo, refetch }: Props) {
  const { locale } = useTranslation('player');
  const formats = useFormats();
  const { course, next, previous, live } = watch;
  const lesson = watch.lesson?.id ?? null;
  const id = lesson ?? `live ${live?.starts ?? ''}`;
  const counted = watch.media !== null && watch.watching !== null;
  const isLive = watch.media === null && live !== null;
  const startAt = useStart(id, () =>
    startOf(watch, asked, lesson === null ? undefined : unsentWatching()[lesson]?.position),
  );
  const source = useSource(control, { id, media: watch.media, live, startAt }, refetch);
  useWatching(control, counted ? lesson : null);
  useAsked(control, id, asked);
  useMediaSession(
    control,
    {
      title,
      artist: formats.list(course.teachers.map((teacher) => nameIn(locale, teacher))),
      album: nameIn(locale, course),
      artwork: source.media?.poster ?? '',
    },
    { previous, next },
    onGo,
  );
  const { ended } = useValue(control.state);
  const { autoNext } = useValue(preferences);
  const following = watch.lessons.find((one) => one.id === next);
  return (
    <Player
      {...{ control, title, source, chapters }}
      lesson={id}
      live={isLive}
      over={
        ended &&
        following !== undefined && (
          <UpNext key={id} title={titleIn(locale, following)} auto={autoNext} onNext={() => onGo(next)} />
        )
      }
    />
  );
}

/** The start position of a lesson, decided once: later reports must not move it. */
function useStart(id: string, find: () => number): number {
  const [start, setStart] = useState(() => ({ id, at: find() }));
  if (start.id !== id) {
    const at = find();
    setStart({ id, at });
    return at;
  }
  return start.at;
}
