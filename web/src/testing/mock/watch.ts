// The server side of the watch page in mock mode: it stores viewing records and notes until the page is reloaded.
import { merge, total, type Interval } from '@/features/portal/player/intervals';
import type { WireListed, WireNote, WireReport, WireWatch, WireWatching } from '@/features/portal/player/wire';
import type { WireTimetable } from '@/shared/timetable/wire';
import type { DataOf } from '@/shared/api/types';
import { addDays, mondayOf } from '@/shared/time/civil';
import { civilAt } from '@/shared/time/zone';
import { fail, succeed, type MockAnswer } from './envelope';
import { mockCourses, mockLessons, mockMedia, type MockCourse, type MockLesson } from './recordings';

type Body = Readonly<Record<string, unknown>>;

/** Answers a call of the watch page; undefined for other calls. */
export type MockWatch = (method: string, path: string, body: Body) => MockAnswer | undefined;

interface Seen {
  position: number;
  intervals: readonly Interval[];
  at: string;
}

/** A lesson counts as done at 90 %. */
const enough = 0.9;

/** The fake server of the watch page for a timetable. */
export function createMockWatch(timetable: () => WireTimetable, now: () => number = Date.now): MockWatch {
  const seen = new Map<string, Seen>();
  const notes = new Map<string, WireNote & { lesson: string }>();
  let noteCount = 0;
  const stamp = (): string => new Date(now()).toISOString();
  const today = (): string => civilAt(now(), 'Asia/Shanghai').date;

  const all = (): MockLesson[] => mockLessons(timetable());
  const of = (course: string): MockLesson[] => all().filter((lesson) => lesson.course.id === course);

  function watchingOf({ id, film }: MockLesson): WireWatching {
    const { position, intervals, at } = seen.get(id) ?? { position: 0, intervals: [], at: '' };
    const seconds = total(intervals);
    const share = Math.min(1, seconds / film.duration);
    const percent = Math.floor(share * 100);
    return {
      position,
      percent,
      done: share >= enough,
      seconds,
      intervals: intervals.map(([from, to]) => [from, to]),
      at,
    };
  }

  function listed(lesson: MockLesson): WireListed {
    const { id, position, title, titleEn, preview, film } = lesson;
    const { percent, done } = watchingOf(lesson);
    return {
      ...{ id, position, title, titleEn, class: lesson.class, preview, percent, done },
      ...{ duration: film.duration, state: 'ready' },
    };
  }

  function progressOf(course: string): number {
    const lessons = of(course).map((lesson) => ({ ...watchingOf(lesson), duration: lesson.film.duration }));
    const whole = lessons.reduce((sum, { duration }) => sum + duration, 0);
    const part = lessons.reduce((sum, { done, duration, seconds }) => sum + (done ? duration : seconds), 0);
    return whole === 0 ? 0 : Math.floor((part / whole) * 100);
  }

  const myCourse = (course: MockCourse): DataOf<'get', '/api/courses'>[number] => ({
    ...course,
    ...{ credits: 3, group: course.id, term: timetable().term.id, state: 'confirmed' },
    ...{
      progress: progressOf(course.id),
      progressAt: '',
      from: '',
      until: '',
      changedAt: 0,
      lessons: of(course.id).map(listed),
    },
  });

  function watch(course: MockCourse, lesson: MockLesson | undefined): WireWatch {
    const lessons = of(course.id);
    const at = lessons.findIndex(({ id }) => id === lesson?.id);
    return {
      lesson:
        lesson === undefined
          ? null
          : {
              ...{ id: lesson.id, position: lesson.position, title: lesson.title, titleEn: lesson.titleEn },
              ...{ class: lesson.class, preview: lesson.preview, published: true },
            },
      course: {
        ...course,
        ...{ summary: '', summaryEn: '', enrolled: true, progress: progressOf(course.id), teachers: [] },
      },
      lessons: lessons.map(listed),
      ...{ access: 'granted', state: lesson === undefined ? 'none' : 'ready', percent: 0, reason: '' },
      media: lesson === undefined ? null : mockMedia(lesson),
      attachments: [],
      live: null,
      watching: lesson === undefined ? null : watchingOf(lesson),
      previous: lessons[at - 1]?.id ?? '',
      next: at < 0 ? '' : (lessons[at + 1]?.id ?? ''),
    };
  }

  const find = (id: string, then: (lesson: MockLesson) => unknown): MockAnswer => {
    const lesson = all().find((one) => one.id === id);
    return lesson === undefined ? fail('没有找到这个课时') : succeed(then(lesson));
  };

  function recent(): DataOf<'get', '/api/watching'>['recent'] {
    return all()
      .filter(({ id }) => seen.has(id))
      .map((lesson) => {
        const { position, percent, done, at } = watchingOf(lesson);
        return {
          ...{ lesson: lesson.id, title: lesson.title, titleEn: lesson.titleEn, course: lesson.course },
          ...{
            position,
            percent,
            done,
            at,
            duration: lesson.film.duration,
            poster: mockMedia(lesson).poster,
          },
        };
      })
      .toSorted((a, b) => Number(a.done) - Number(b.done) || b.at.localeCompare(a.at, 'en'));
  }

  function week(): DataOf<'get', '/api/watching'>['week'] {
    const seconds = Math.round(all().reduce((sum, lesson) => sum + watchingOf(lesson).seconds, 0));
    return Array.from({ length: 7 }, (_, day) => addDays(mondayOf(today()), day)).map((date) => ({
      ...{ date, seconds: date === today() ? seconds : 0 },
    }));
  }

  function report(lesson: MockLesson, body: Body): DataOf<'post', '/api/lessons/{lesson}/watching'> {
    const { position, intervals } = body as Pick<WireReport, 'position' | 'intervals'>;
    const before = watchingOf(lesson);
    seen.set(lesson.id, { position, intervals: merge([...before.intervals, ...intervals]), at: stamp() });
    const after = watchingOf(lesson);
    return {
      ...after,
      courseProgress: progressOf(lesson.course.id),
      accepted: after.seconds - before.seconds,
    };
  }

  function write(id: string, lesson: string, body: Body): WireNote {
    const created = notes.get(id)?.created ?? stamp();
    const note = { id, at: Number(body['at']), text: String(body['text']), created, updated: stamp() };
    notes.set(id, { ...note, lesson });
    return note;
  }

  const calls: Readonly<Record<string, (id: string, body: Body, note: string) => MockAnswer>> = {
    'GET /api/courses': () => succeed(mockCourses(timetable()).map(myCourse)),
    'GET /api/courses/{}': (id) => {
      const course = mockCourses(timetable()).find((one) => one.id === id);
      const more = { summary: '', summaryEn: '', enrolled: true, teachers: [] };
      return course === undefined ? fail('没有这门课') : succeed({ ...myCourse(course), ...more });
    },
    'GET /api/previews': () =>
      succeed(
        all()
          .filter(({ preview }) => preview)
          .map((lesson) => ({
            ...{ lesson: lesson.id, title: lesson.title, titleEn: lesson.titleEn, course: lesson.course },
            ...{ duration: lesson.film.duration, poster: mockMedia(lesson).poster },
          })),
      ),
    'GET /api/watching': () => succeed({ recent: recent(), week: week() }),
    'GET /api/lessons/{}': (id) => find(id, (lesson) => watch(lesson.course, lesson)),
    'GET /api/classes/{}/watch': (id) => {
      const group = timetable().classes.find((item) => item.id === id)?.group;
      const course = mockCourses(timetable()).find((one) => one.id === group);
      const lesson = all().find((one) => one.class === id);
      return course === undefined ? fail('没有找到这个课时') : succeed(watch(course, lesson));
    },
    'POST /api/lessons/{}/watching': (id, body) => find(id, (lesson) => report(lesson, body)),
    'GET /api/lessons/{}/notes': (id) =>
      succeed([...notes.values()].filter(({ lesson }) => lesson === id).toSorted((a, b) => a.at - b.at)),
    'POST /api/lessons/{}/notes': (id, body) =>
      find(id, () => {
        noteCount += 1;
        return write(`n-${noteCount}`, id, body);
      }),
    'PUT /api/lessons/{}/notes/{}': (id, body, note) => succeed(write(note, id, body)),
    'DELETE /api/lessons/{}/notes/{}': (_id, _body, note) => succeed(notes.delete(note)),
  };

  return (method, path, body) => {
    const [, root = '', kind = '', id, rest, note] = path.split('/');
    const shape = [
      '',
      root,
      kind,
      ...(id === undefined ? [] : ['{}']),
      ...(rest === undefined ? [] : [rest]),
      ...(note === undefined ? [] : ['{}']),
    ];
    return calls[`${method} ${shape.join('/')}`]?.(decodeURIComponent(id ?? ''), body, note ?? '');
  };
}
