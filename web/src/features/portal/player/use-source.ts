import { useEffect, useEffectEvent, useState } from 'react';
import { clock } from '@/shared/api/api';
import { useValue } from '@/shared/store/value';
import type { Control } from './control';
import { liveEdge, type Source } from './engine';
import { renewIn } from './ticket';
import type { WireLive, WireMedia, WireWatch } from './wire';

/** What a lesson offers to play. */
export interface Offer {
  /** The id of the lesson, or of the live class. */
  id: string;
  media: WireMedia | null;
  live: WireLive | null;
  /** The start position in seconds. */
  startAt: number;
}

/** The source to play: the stream, its audio, or the original upload. */
export function sourceOf({ media, live }: Pick<Offer, 'media' | 'live'>, audioOnly: boolean): Source | null {
  if (media !== null) {
    const stream = audioOnly && media.audio !== '' ? media.audio : media.playlist;
    return stream !== ''
      ? { kind: 'hls', url: stream }
      : media.original !== ''
        ? { kind: 'file', url: media.original }
        : null;
  }
  return live === null || live.playlist === '' ? null : { kind: 'hls', url: live.playlist };
}

/** Calls back when the browser is online again. */
function useWhenBack(missed: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!missed) {
      return undefined;
    }
    const again = (): void => back();
    globalThis.addEventListener('online', again);
    return () => globalThis.removeEventListener('online', again);
  }, [missed]);
}

/** How often an expired ticket is replaced in a row before the page shows an error. */
const maxRenewals = 3;

/** Fetches the lesson again. */
export type Refetch = () => Promise<{ data: WireWatch | undefined }>;

/** What the player was given, how to restart it, and whether that is in progress. */
export interface Loaded {
  media: WireMedia | null;
  audioOnly: boolean;
  setAudioOnly: (on: boolean) => void;
  retry: () => void;
  renewing: boolean;
}

/**
 * Loads a lesson into the player and keeps it playable: a ticket about to expire is replaced without a gap, an expired
 * one by restarting at the same position.
 */
export function useSource(control: Control, offer: Offer, refetch: Refetch): Loaded {
  const { problem } = useValue(control.state);
  const [audioOnly, setAudioOnly] = useState(false);
  const [inRow, setInRow] = useState(0);
  const [loaded, setLoaded] = useState('');
  // Every answer has a new ticket; the player keeps its own until it needs another.
  const [current, setCurrent] = useState({ id: offer.id, attempt: 0, media: offer.media });
  if (current.id !== offer.id) {
    setCurrent({ id: offer.id, attempt: 0, media: offer.media });
  }
  const { media } = current.id === offer.id ? current : offer;
  const key = `${offer.id} ${current.attempt}`;

  const load = useEffectEvent((goOn: boolean) => {
    const source = sourceOf({ media, live: offer.live }, audioOnly);
    if (source === null) {
      control.unload();
      return;
    }
    const video = control.video();
    // A click somewhere in the portal led here, so the user wants to play immediately.
    const pressed = (navigator as { userActivation?: UserActivation }).userActivation?.hasBeenActive === true;
    const play = goOn ? video?.paused === false || problem !== null : pressed;
    const startAt = goOn ? control.time.get() : offer.startAt;
    control.load(source, media === null ? liveEdge : startAt, play);
  });
  useEffect(() => {
    load(loaded === offer.id);
    setLoaded(offer.id);
    // The offer only decides how to start.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, audioOnly]);

  const again = async (): Promise<void> => {
    const { data } = await refetch();
    setCurrent(({ id, attempt, media: old }) => ({ id, attempt: attempt + 1, media: data?.media ?? old }));
  };
  const start = (): void => void again();
  const renew = useEffectEvent(() => {
    setInRow((count) => count + 1);
    start();
  });
  const renewing = problem === 'spent' && inRow < maxRenewals;
  useEffect(() => {
    if (renewing) {
      renew();
    }
  }, [renewing]);
  const { playing } = useValue(control.state);
  useEffect(() => {
    if (playing && problem === null) {
      setInRow(0);
    }
  }, [playing, problem]);

  // The same files with the ticket of the latest answer.
  const fresh = sourceOf(offer, audioOnly)?.url ?? '';
  useEffect(() => control.renew(fresh), [control, fresh]);
  const ask = useEffectEvent(() => void refetch());
  const expires = offer.media?.expires ?? '';
  useEffect(() => {
    const delay = renewIn(expires, clock.now());
    const timer = delay === undefined ? undefined : setTimeout(ask, delay);
    return () => clearTimeout(timer);
  }, [expires]);

  useWhenBack(problem === 'network', start);
  return { media, audioOnly, setAudioOnly, retry: start, renewing };
}
