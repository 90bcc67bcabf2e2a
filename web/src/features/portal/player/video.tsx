import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { Control } from './control';
import styles from './player.module.css';
import { tapOf, type Tap } from './shortcuts';
import type { WireCaption } from './wire';

interface Props {
  ref: RefObject<HTMLVideoElement | null>;
  control: Control;
  poster: string;
  captions: readonly WireCaption[];
  idle: boolean;
  wake: () => void;
  sleep: () => void;
}

/** The total skipped by double taps, shown briefly. */
function useHint(): [hint: number | null, add: (by: number) => void] {
  const [hint, setHint] = useState<number | null>(null);
  useEffect(() => {
    const timer = hint === null ? undefined : setTimeout(() => setHint(null), 700);
    return () => clearTimeout(timer);
  }, [hint]);
  const add = (by: number): void =>
    setHint((shown) => (shown !== null && Math.sign(shown) === Math.sign(by) ? shown + by : by));
  return [hint, add];
}

/** The picture. Clicks play and pause; taps show the controls, or skip at the sides. */
export function Video({ ref, control, poster, captions, idle, wake, sleep }: Props) {
  const { t } = useTranslation('player');
  const finger = useRef(false);
  const last = useRef<Tap | null>(null);
  const [hint, addHint] = useHint();
  const press = (x: number, width: number): void => {
    if (!finger.current) {
      control.toggle();
      return;
    }
    const tap = { x, at: performance.now() };
    const meaning = tapOf(last.current, tap, width);
    last.current = tap;
    if (meaning === 'controls') {
      (idle ? wake : sleep)();
    } else {
      const by = meaning === 'back' ? -10 : 10;
      control.skip(by);
      addHint(by);
    }
  };
  return (
    <>
      {/* Clicking the picture is a shortcut: the controls do the same by keyboard. Caption tracks are below. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={ref}
        playsInline
        preload="auto"
        tabIndex={-1}
        {...(poster !== '' && { poster })}
        onPointerDown={({ pointerType }) => {
          finger.current = pointerType === 'touch';
        }}
        onClick={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          press(clientX - left, width);
        }}
        onDoubleClick={() => !finger.current && control.toggleFull()}
      >
        {captions.map(({ language, label, url }) => (
          <track key={language} kind="subtitles" srcLang={language} label={label} src={url} />
        ))}
      </video>
      {hint !== null && (
        <span role="status" className={styles['hint']}>
          {t('player.skipped', { seconds: hint > 0 ? `+${hint}` : `−${-hint}` })}
        </span>
      )}
    </>
  );
}
