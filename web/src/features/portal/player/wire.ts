// Short names for the API types about lessons, watching and notes.
import type { DataOf } from '@/shared/api/types';
import type { Interval } from './intervals';

/** A lesson with everything that the watch page shows around it. */
export type WireWatch = DataOf<'get', '/api/lessons/{lesson}'>;

/** A lesson in its course's list. */
export type WireListed = WireWatch['lessons'][number];

/** The playable files, behind a ticket that expires at `expires`. */
export type WireMedia = NonNullable<WireWatch['media']>;

export type WireCaption = WireMedia['captions'][number];

export type WireChapter = WireMedia['chapters'][number];

export type WireAttachment = WireWatch['attachments'][number];

export type WireLive = NonNullable<WireWatch['live']>;

/** The student's progress in the lesson, as the server knows it. */
export type WireWatching = NonNullable<WireWatch['watching']>;

/** A report of what was played. */
export interface WireReport {
  /** The random id of the open player. */
  player: string;
  speed: number;
  position: number;
  intervals: readonly Interval[];
}

/** The server's answer to a report. */
export type WireReported = DataOf<'post', '/api/lessons/{lesson}/watching'>;

/** A note at a moment of a lesson. */
export type WireNote = DataOf<'get', '/api/lessons/{lesson}/notes'>[number];
