// What the calls about lessons, watching and notes answer. The contract writes nullable things as if they were always
// there and pairs as lists; here they are what they are.
import type { DataOf } from '@/shared/api/types';
import type { Interval } from './intervals';

type Whole = DataOf<'get', '/api/lessons/{lesson}'>;

type Paired<T> = Omit<T, 'intervals'> & { intervals: Interval[] };

/** A lesson in its course's list. */
export type WireListed = Whole['lessons'][number];

/** What is there to be played. */
export type LessonState = Whole['state'];

/** Everything that plays, behind a ticket that ends at `expires`. */
export type WireMedia = Whole['media'];

export type WireCaption = WireMedia['captions'][number];

export type WireChapter = WireMedia['chapters'][number];

export type WireAttachment = Whole['attachments'][number];

export type WireLive = Whole['live'];

/** What the server knows of how far this student is in the lesson. */
export type WireWatching = Paired<Whole['watching']>;

/** One lesson with all that the watch page shows around it. */
export interface WireWatch extends Omit<Whole, 'lesson' | 'media' | 'live' | 'watching'> {
  /** Null for a class that has no recording yet. */
  lesson: Whole['lesson'] | null;
  media: WireMedia | null;
  live: WireLive | null;
  watching: WireWatching | null;
}

/** One report of what was played. */
export interface WireReport {
  /** The random name of the open player. */
  player: string;
  speed: number;
  position: number;
  intervals: readonly Interval[];
}

/** What the server made of a report. */
export type WireReported = Paired<DataOf<'post', '/api/lessons/{lesson}/watching'>>;

/** One note at a time of a lesson. */
export type WireNote = DataOf<'get', '/api/lessons/{lesson}/notes'>[number];
