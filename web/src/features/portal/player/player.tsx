import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { classNames } from '@/shared/ui/class-names';
import { StartIcon } from '@/shared/ui/icons';
import { Spinner } from '@/shared/ui/spinner';
import { captionsShown, showCaptions } from './captions';
import type { Chapter } from './chapters';
import type { Control } from './control';
import { Controls } from './controls';
import { HelpSheet } from './help-sheet';
import { Video } from './video';
import { PlayerProblem } from './player-problem';
import styles from './player.module.css';
import { prefer, preferences } from './preferences';
import { useIdle } from './use-idle';
import { useKeys } from './use-keys';
import type { Loaded } from './use-source';
import type { WireCaption } from './wire';

interface Props {
  control: Control;
  lesson: string;
  title: string;
  source: Loaded;
  chapters: readonly Chapter[];
  live?: boolean;
  /** Covers the picture when the lesson is over. */
  over?: ReactNode;
}

const none: readonly WireCaption[] = [];

/** The middle of the picture: a spinner, or the big play button. */
function Middle({ control, lesson, busy }: { control: Control; lesson: string; busy: boolean }) {
  const { t } = useTranslation('player');
  const { ready, playing, waiting, problem, ended } = useValue(control.state);
  const [begun, setBegun] = useState('');
  if (playing && begun !== lesson) {
    setBegun(lesson);
  }
  if (busy || waiting || (!ready && problem === null)) {
    return (
      <span className={styles['centre']}>
        <Spinner size={44} />
      </span>
    );
  }
  return ready && !playing && !ended && begun !== lesson && problem === null ? (
    <button
      type="button"
      aria-label={t('player.start')}
      className={classNames(styles['centre'], styles['start'])}
      onClick={control.play}
    >
      <StartIcon size={32} />
    </button>
  ) : null;
}

/** Attaches the player to its element, and shows the chosen captions. */
function useVideo(control: Control, captions: readonly WireCaption[], shown: string) {
  const video = useRef<HTMLVideoElement>(null);
  const container = useRef<HTMLElement>(null);
  useEffect(() => {
    if (video.current === null || container.current === null) {
      return undefined;
    }
    return control.connect(video.current, container.current);
  }, [control]);
  useEffect(() => {
    // Browsers turn tracks on by themselves, by the user's languages.
    const tracks = video.current?.textTracks;
    const show = (): void => showCaptions(video.current, captions, shown);
    show();
    const events = ['change', 'addtrack'];
    events.forEach((event) => tracks?.addEventListener(event, show));
    return () => events.forEach((event) => tracks?.removeEventListener(event, show));
  }, [shown, captions]);
  return { video, container };
}

/** The player of a lesson with all its controls. */
export function Player({ control, lesson, title, source, chapters, live = false, over }: Props) {
  const { t, locale } = useTranslation('player');
  const { playing, problem } = useValue(control.state);
  const chosen = useValue(preferences).captions;
  const [help, setHelp] = useState(false);
  const { media, audioOnly, setAudioOnly, retry, renewing } = source;
  const captions = media?.captions ?? none;
  const poster = media?.poster ?? '';
  const shown = captionsShown(captions, chosen, locale);
  const { video, container } = useVideo(control, captions, shown);
  const [idle, wake, sleep] = useIdle(container, playing);
  const openHelp = useCallback(() => setHelp(true), []);
  const keys = useMemo(
    () => ({
      onCaptions: () => prefer({ captions: shown === '' ? (captions[0]?.language ?? '') : '' }),
      onHelp: openHelp,
      onUse: wake,
    }),
    [shown, captions, wake, openHelp],
  );
  useKeys(control, container, keys);
  return (
    // The pointer only wakes the controls; everything works without it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={container}
      aria-label={t('player.label', { title })}
      className={styles['player']}
      data-idle={idle}
      onPointerMove={({ pointerType }) => pointerType === 'mouse' && wake()}
      onFocus={wake}
    >
      <Video ref={video} {...{ control, poster, captions, idle, wake, sleep }} />
      {audioOnly && poster !== '' && <img src={poster} alt="" className={styles['cover']} />}
      <Middle control={control} lesson={lesson} busy={renewing} />
      <Controls
        {...{ control, lesson, chapters, captions, live, audioOnly }}
        captionsShown={shown}
        sprite={media?.sprite ?? ''}
        onCaptions={(language) => prefer({ captions: language })}
        onAudioOnly={(media?.audio ?? '') === '' ? undefined : setAudioOnly}
        onHelp={openHelp}
      />
      {over}
      {problem !== null && !renewing && <PlayerProblem problem={problem} onRetry={retry} />}
      {help && <HelpSheet onClose={() => setHelp(false)} />}
    </section>
  );
}
