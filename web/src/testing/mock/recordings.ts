// The lessons of mock mode: every past class of the sample timetable has one, and they share the three recordings of
// the sample college.
import type { WireMedia } from '@/features/portal/player/wire';
import type { WireTimetable } from '@/shared/timetable/wire';

interface Film {
  /** Its folder, in place of a ticket. */
  folder: string;
  duration: number;
  slides: readonly (readonly [start: number, title: string, titleEn: string])[];
}

const films: readonly [Film, ...Film[]] = [
  {
    folder: 'marketing-1',
    duration: 60,
    slides: [
      [0, '营销是什么', 'What marketing is'],
      [14, '顾客在先', 'The customer comes first'],
      [30, '价值与交换', 'Value and exchange'],
      [46, '小结', 'In short'],
    ],
  },
  {
    folder: 'marketing-2',
    duration: 44,
    slides: [
      [0, '认识顾客', 'Know the customer'],
      [14, '市场细分', 'Segments'],
      [30, '怎样提问', 'How to ask'],
    ],
  },
  {
    folder: 'statistics-1',
    duration: 42,
    slides: [
      [0, '平均数会骗人吗', 'Can an average lie?'],
      [14, '均值与中位数', 'Mean and median'],
      [30, '练习', 'Exercise'],
    ],
  },
];

/** A course of the sample timetable. */
export interface MockCourse {
  id: string;
  code: string;
  name: string;
  nameEn: string;
}

/** A lesson and its recording. */
export interface MockLesson {
  id: string;
  course: MockCourse;
  class: string;
  position: number;
  title: string;
  titleEn: string;
  preview: boolean;
  film: Film;
}

/** The courses of a timetable. */
export function mockCourses({ groups }: WireTimetable): MockCourse[] {
  return groups.map(({ course, courseCode, name, nameEn }) => ({
    ...{ id: course, code: courseCode, name, nameEn },
  }));
}

/** The lessons of a timetable, course by course; the very first one is a public preview. */
export function mockLessons(timetable: WireTimetable): MockLesson[] {
  return mockCourses(timetable).flatMap((course, at) =>
    timetable.classes
      .filter(({ group, recording }) => group === course.id && recording !== undefined)
      .toSorted((a, b) => a.place.day.localeCompare(b.place.day, 'en'))
      .map((item, index) => {
        const film = films[(at + index) % films.length] ?? films[0];
        const [, title, titleEn] = film.slides[0] ?? [0, '', ''];
        return {
          id: item.recording ?? '',
          course,
          class: item.id,
          position: index + 1,
          title,
          titleEn,
          preview: at === 0 && index === 0,
          film,
        };
      }),
  );
}

const clock = (seconds: number): string => `00:${String(seconds).padStart(2, '0')}.000`;

function captionsOf({ slides, duration }: Film, at: 1 | 2): string {
  const cues = slides.map((slide, index) => {
    const end = slides[index + 1]?.[0] ?? duration;
    return `${clock(slide[0])} --> ${clock(Math.min(end, 59))}\n${slide[at]}`;
  });
  return `data:text/vtt;charset=utf-8,${encodeURIComponent(`WEBVTT\n\n${cues.join('\n\n')}\n`)}`;
}

/** The playable files of a lesson. */
export function mockMedia({ film }: MockLesson): WireMedia {
  const base = `/media/${film.folder}`;
  return {
    duration: film.duration,
    playlist: `${base}/master.m3u8`,
    audio: `${base}/audio.m3u8`,
    original: '',
    poster: `${base}/poster.jpg`,
    sprite: `${base}/sprite.vtt`,
    captions: [
      { language: 'zh-CN', label: '简体中文', url: captionsOf(film, 1), default: true },
      { language: 'en-US', label: 'English', url: captionsOf(film, 2), default: false },
    ],
    chapters: film.slides.map(([start, title, titleEn], index) => ({
      ...{ start, title, titleEn, end: film.slides[index + 1]?.[0] ?? film.duration },
    })),
    expires: '2099-01-01T00:00:00Z',
  };
}
