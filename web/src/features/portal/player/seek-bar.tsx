import { useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { Stack } from '@/shared/ui/layout';
import { chapterAt, partsOf, type Chapter } from './chapters';
import type { Control } from './control';
import { watchQueries } from './queries';
import styles from './seek-bar.module.css';
import { clockText } from '@/shared/time/length';
import { cueAt } from './cues';
import type { ScrubPicture } from './scrub-pictures';

interface Props {
  control: Control;
  lesson: string;
  /** The address of the list of preview pictures; empty if there are none. */
  sprite: string;
  chapters: readonly Chapter[];
}

/** Seek steps by key, in seconds; the input's own steps are too coarse for an hour. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -60,
  PageUp: 60,
};

const share = (value: number, whole: number): string =>
  `${whole > 0 ? Math.min(100, Math.max(0, (100 * value) / whole)) : 0}%`;

/** The preview for the position under the pointer. */
function Peek({
  at,
  of,
  picture,
  chapter,
}: {
  at: number;
  of: number;
  picture: ScrubPicture | undefined;
  chapter: string;
}) {
  const look: CSSProperties | undefined = picture && {
    width: picture.width,
    height: picture.height,
    backgroundImage: `url("${picture.sheet}")`,
    backgroundPosition: `-${picture.x}px -${picture.y}px`,
  };
  return (
    <Stack
      gap={1}
      align="center"
      className={styles['peek']}
      style={{ insetInlineStart: `clamp(84px, ${share(at, of)}, calc(100% - 84px))` }}
    >
      {look && <span className={styles['picture']} style={look} />}
      <span className={styles['words']}>{chapter === '' ? clockText(at) : `${clockText(at)} · ${chapter}`}</span>
    </Stack>
  );
}

/** The played and loaded parts, divided at chapters. */
function Rail({
  chapters,
  duration,
  buffered,
  time,
}: {
  chapters: readonly Chapter[];
  duration: number;
  buffered: number;
  time: number;
}) {
  return partsOf(chapters, duration).map(([from, to]) => (
    <span
      key={from}
      className={styles['part']}
      style={{
        insetInlineStart: share(from, duration),
        inlineSize: `calc(${share(to - from, duration || 1)} - ${to < duration ? 2 : 0}px)`,
      }}
    >
      <i className={styles['buffered']} style={{ inlineSize: share(buffered - from, to - from) }} />
      <i className={styles['played']} style={{ inlineSize: share(time - from, to - from) }} />
    </span>
  ));
}

/** The timeline: chapters, loaded part, slider and preview pictures. */
export function SeekBar({ control, lesson, sprite, chapters }: Props) {
  const { t } = useTranslation('player');
  const { duration, buffered } = useValue(control.state);
  const time = useValue(control.time);
  const [peek, setPeek] = useState<number | null>(null);
  // Fetched when the pointer first enters the bar: most viewers never need it.
  const pictures = useQuery({
    ...watchQueries.pictures(lesson, sprite),
    enabled: sprite !== '' && peek !== null,
  });
  const pointed = (event: PointerEvent): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return duration * Math.min(1, Math.max(0, width > 0 ? (event.clientX - left) / width : 0));
  };
  const step = (event: KeyboardEvent): void => {
    const by = steps[event.key];
    if (by !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      control.skip(by);
    }
  };
  const chapter = chapterAt(chapters, time)?.title ?? '';
  const place = t('player.position', { time: clockText(time), duration: clockText(duration) });
  return (
    <div
      className={styles['bar']}
      onPointerMove={(event) => setPeek(pointed(event))}
      onPointerLeave={() => setPeek(null)}
    >
      <Rail {...{ chapters, duration, buffered, time }} />
      <span className={styles['thumb']} style={{ insetInlineStart: share(time, duration) }} />
      <input
        type="range"
        min={0}
        max={duration}
        step="any"
        value={Math.min(time, duration)}
        aria-label={t('player.seek')}
        aria-valuetext={chapter === '' ? place : t('player.positionIn', { place, chapter })}
        disabled={duration === 0}
        onChange={({ target }) => control.seek(Number(target.value))}
        onKeyDown={step}
      />
      {peek !== null && duration > 0 && (
        <Peek
          at={peek}
          of={duration}
          picture={pictures.data?.[cueAt(pictures.data, peek)]}
          chapter={chapterAt(chapters, peek)?.title ?? ''}
        />
      )}
    </div>
  );
}
