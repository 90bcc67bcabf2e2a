import { useEffect, useEffectEvent } from 'react';
import type { Control } from './control';

/** What the system shows about the lesson on lock screens and beside media keys. */
export interface Announced {
  title: string;
  artist: string;
  album: string;
  artwork: string;
}

/** Connects the system's media keys and lock screen to the player. */
export function useMediaSession(
  control: Control,
  { title, artist, album, artwork }: Announced,
  /** The ids of the previous and next lesson; empty if there is none. */
  { previous, next }: { previous: string; next: string },
  onGo: (lesson: string) => void,
): void {
  const go = useEffectEvent(onGo);
  useEffect(() => {
    const { mediaSession } = navigator as { mediaSession?: MediaSession };
    if (mediaSession === undefined || typeof MediaMetadata === 'undefined') {
      return undefined;
    }
    mediaSession.metadata = new MediaMetadata({
      title,
      artist,
      album,
      artwork: artwork === '' ? [] : [{ src: artwork }],
    });
    const handlers: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ['play', () => control.play()],
      ['pause', () => control.pause()],
      ['seekbackward', ({ seekOffset }) => control.skip(-(seekOffset ?? 10))],
      ['seekforward', ({ seekOffset }) => control.skip(seekOffset ?? 10)],
      ['seekto', ({ seekTime }) => control.seek(seekTime ?? 0)],
      ['previoustrack', previous === '' ? null : () => go(previous)],
      ['nexttrack', next === '' ? null : () => go(next)],
    ];
    const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null): void => {
      try {
        mediaSession.setActionHandler(action, handler);
      } catch {
        // A browser that doesn't know the action has no key for it either.
      }
    };
    handlers.forEach(([action, handler]) => set(action, handler));
    const place = (): void => {
      const { duration, rate } = control.state.get();
      if (duration > 0) {
        mediaSession.setPositionState({
          duration,
          playbackRate: rate,
          position: Math.min(control.time.get(), duration),
        });
      }
    };
    const stop = control.state.subscribe(place);
    return () => {
      stop();
      handlers.forEach(([action]) => set(action, null));
      mediaSession.metadata = null;
    };
  }, [control, title, artist, album, artwork, previous, next]);
}
