// What the calls about lessons, watching, notes and recordings answer.
import type { Interval } from './intervals';

/** A thing with a name in both languages. */
export interface WireNamed {
  id: string;
  name: string;
  nameEn: string;
}

/** A lesson in its course's list. */
export interface WireListed {
  id: string;
  position: number;
  title: string;
  titleEn: string;
  class: string;
  preview: boolean;
  percent: number;
  done: boolean;
  /** Seconds; 0 while nothing can be played. */
  duration: number;
  state: LessonState;
}

/** What is there to be played. */
export type LessonState = 'ready' | 'processing' | 'failed' | 'none' | 'live' | 'upcoming';

/** Whether the caller may play it. */
export type Access = 'granted' | 'login' | 'not_enrolled' | 'not_published';

export interface WireCaption {
  language: string;
  label: string;
  url: string;
  default: boolean;
}

export interface WireChapter {
  start: number;
  end: number;
  title: string;
  titleEn: string;
}

export interface WireAttachment {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  type: string;
  url: string;
}

/** Everything that plays, behind a ticket that ends at `expires`. */
export interface WireMedia {
  duration: number;
  playlist: string;
  audio: string;
  original: string;
  poster: string;
  sprite: string;
  captions: WireCaption[];
  chapters: WireChapter[];
  attachments: WireAttachment[];
  expires: string;
}

export interface WireLive {
  playlist: string;
  starts: string;
  ends: string;
  title: string;
}

/** What the server knows of how far this student is in the lesson. */
export interface WireWatching {
  position: number;
  percent: number;
  done: boolean;
  seconds: number;
  intervals: Interval[];
  at: string;
}

export interface WireWatchCourse extends WireNamed {
  code: string;
  summary: string;
  summaryEn: string;
  enrolled: boolean;
  progress: number;
  teachers: WireNamed[];
}

/** One lesson with all that the watch page shows around it. */
export interface WireWatch {
  /** Null for a class that has no recording yet. */
  lesson: {
    id: string;
    position: number;
    title: string;
    titleEn: string;
    class: string;
    preview: boolean;
    published: boolean;
  } | null;
  course: WireWatchCourse;
  lessons: WireListed[];
  access: Access;
  state: LessonState;
  percent: number;
  reason: string;
  media: WireMedia | null;
  live: WireLive | null;
  watching: WireWatching | null;
  previous: string;
  next: string;
}

/** A lesson that everybody may watch. */
export interface WirePreview {
  lesson: string;
  title: string;
  titleEn: string;
  course: WireNamed & { code: string };
  duration: number;
  poster: string;
}

/** One report of what was played. */
export interface WireReport {
  player: string;
  speed: number;
  position: number;
  intervals: readonly Interval[];
}

/** What the server made of a report. */
export interface WireReported {
  position: number;
  percent: number;
  done: boolean;
  seconds: number;
  intervals: Interval[];
  courseProgress: number;
  accepted: number;
}

/** One note at a time of a lesson. */
export interface WireNote {
  id: string;
  at: number;
  text: string;
  created: string;
  updated: string;
}
