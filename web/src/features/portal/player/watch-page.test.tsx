import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { courseProgress } from '@/shared/store/progress';
import { expectAccessible } from '@/testing/axe';
import { forgetPortal, openPortal, refetchMounted } from '@/testing/portal';
import { refusal, type Handler } from '@/testing/server';
import { setUser } from '@/testing/user';
import { sampleCues, sampleWatch } from '@/testing/watch';
import type { EngineCallbacks } from './engine';
import * as engines from './engine';
import * as cues from './cues';
import { preferences } from './preferences';
import { countdown } from './up-next';
import type { WireReport, WireWatch } from './wire';

const engine = { setLevel: vi.fn(), renew: vi.fn(), destroy: vi.fn() };
let callbacks: EngineCallbacks | undefined;
const attached: [url: string, startAt: number][] = [];

beforeEach(() => {
  attached.length = 0;
  vi.spyOn(engines, 'loadHls').mockRejectedValue(new Error('not in tests'));
  vi.spyOn(cues, 'readCues').mockResolvedValue(sampleCues); // happy-dom loads no tracks
  vi.spyOn(engines, 'attach').mockImplementation(async (video, { url }, startAt, tell) => {
    attached.push([url, startAt]);
    callbacks = tell;
    Object.defineProperty(video, 'readyState', { value: 4, configurable: true });
    Object.defineProperty(video, 'duration', { value: 1900, configurable: true });
    Object.defineProperty(video, 'played', { value: { length: 1 }, configurable: true });
    video.currentTime = startAt;
    video.dispatchEvent(new Event('loadedmetadata'));
    tell.onLevels([
      { height: 360, bitrate: 400_000 },
      { height: 720, bitrate: 1_500_000 },
    ]);
    tell.onLevel(1);
    return engine;
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    Object.defineProperty(this, 'paused', { value: false, configurable: true });
    this.dispatchEvent(new Event('play'));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    Object.defineProperty(this, 'paused', { value: true, configurable: true });
    this.dispatchEvent(new Event('pause'));
  });
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }) as never,
  );
});

afterEach(() => {
  callbacks = undefined;
  forgetPortal();
});

const college = (
  over: Partial<WireWatch> = {},
  more: Readonly<Record<string, Handler>> = {},
): Readonly<Record<string, Handler>> => ({
  'GET /api/lessons/l-3': () => sampleWatch(over),
  'GET /api/lessons/l-3/notes': () => [],
  'POST /api/lessons/l-3/watching': ({ body }) => {
    const report = JSON.parse(body) as WireReport;
    return {
      position: report.position,
      percent: 50,
      done: false,
      seconds: 900,
      intervals: report.intervals,
      courseProgress: 52,
      accepted: 10,
    };
  },
  'GET /api/previews': () => [],
  'POST /api/Identity/connect/token': () => Response.json({ access_token: 'V' }),
  ...more,
});

const open = (
  over: Partial<WireWatch> = {},
  more: Readonly<Record<string, Handler>> = {},
  how: Parameters<typeof openPortal>[2] = {},
  query = 'lesson=l-3',
) => openPortal(`/student/watch?${query}`, college(over, more), how);

const player = () => screen.findByRole('region', { name: /^Player:/u });
const main = () => within(screen.getByRole('main'));
const video = () => document.querySelector('video') as HTMLVideoElement;

/** Moves the element's clock as playback does. */
function playTo(at: number): void {
  act(() => {
    video().currentTime = at;
    video().dispatchEvent(new Event('timeupdate'));
  });
}

describe('a lesson', () => {
  test('[2.22] title, course progress, lessons with progress, and the player at the last position', async () => {
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: '3. Net present value' })).toBeTruthy();
    expect(await screen.findByText('48% of course watched')).toBeTruthy();
    const list = within(screen.getByRole('region', { name: 'Lessons' }));
    expect(list.getByText(/2 of 4 done · 41 min left/u)).toBeTruthy();
    const links = list.getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      '1. Why firms invest18:20',
      '2. Time value of money24:05',
      '3. Net present value31:40',
      '4. Payback and its traps22:10',
      '5. Capital budgeting caseBeing prepared',
    ]);
    expect(list.getAllByRole('progressbar').map((ring) => ring.getAttribute('aria-valuenow'))).toEqual([
      ...['100', '100', '42', '0', '0'],
    ]);
    expect(links[2]?.getAttribute('aria-current')).toBe('true');
    await waitFor(() => expect(attached).toEqual([['/media/TICKET/master.m3u8', 798]]));
    expect(courseProgress('c-fin')).toBe(48);
  });

  test('[2.5] the time in the address wins over where it was left', async () => {
    await open({}, {}, {}, 'lesson=l-3&t=90');
    await waitFor(() => expect(attached).toEqual([['/media/TICKET/master.m3u8', 90]]));
  });

  test('[2.22] chapters are on the bar, in the list, and lead to their time', async () => {
    await open();
    const slider = within(await player()).getByRole('slider', { name: 'Position in the lesson' });
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('13:18 of 31:40, The formula'));
    await userEvent.click(screen.getByRole('button', { name: /^A case/u }));
    expect(video().currentTime).toBe(1160);
    fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    expect(video().currentTime).toBe(1155);
  });

  test('[2.22] quality, speed and captions are chosen from menus', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Quality: 720p' }));
    expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
      ...['Auto (720p)', '720p', '360p', 'Audio only'],
    ]);
    await userEvent.click(await screen.findByRole('menuitemradio', { name: '360p' }));
    expect(engine.setLevel).toHaveBeenCalledWith(0);
    await userEvent.click(screen.getByRole('button', { name: 'Speed: 1×' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: '1.5×' }));
    await userEvent.click(screen.getByRole('button', { name: 'Captions' }));
    expect((await screen.findByRole('menuitemradio', { name: 'English' })).getAttribute('aria-checked')).toBe('true');
    await userEvent.click(await screen.findByRole('menuitemradio', { name: '简体中文' }));
    expect(preferences.get()).toMatchObject({ speed: 1.5, captions: 'zh-CN' });
  });

  test('[2.22] sound alone continues from the position of the picture', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Quality: 720p' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Audio only' }));
    await waitFor(() => expect(attached.at(-1)).toEqual(['/media/TICKET/audio.m3u8', 798]));
  });

  test('[2.22] keys control the player, but not while typing', async () => {
    await open();
    await player();
    await waitFor(() => expect(attached).toHaveLength(1));
    await userEvent.keyboard('l');
    expect(video().currentTime).toBe(808);
    await userEvent.keyboard('5');
    expect(video().currentTime).toBe(950);
    await userEvent.click(await screen.findByRole('searchbox', { name: 'Search transcript' }));
    await userEvent.keyboard('l');
    expect(video().currentTime).toBe(950);
    await userEvent.click(screen.getByRole('heading', { level: 1 }));
    await userEvent.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await expectAccessible(sheet);
    await userEvent.click(within(sheet).getByRole('switch', { name: 'Keyboard shortcuts' }));
    await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
    await userEvent.keyboard('l');
    expect(video().currentTime).toBe(950);
  });

  test('[2.22] theatre mode is stored, and a link leads to this moment', async () => {
    await open();
    const buttons = within(await player());
    playTo(125.7);
    const theatre = buttons.getByRole('button', { name: 'Theatre mode' });
    await userEvent.click(theatre);
    expect(theatre.getAttribute('aria-pressed')).toBe('true');
    expect(document.querySelector('[data-theatre="true"]')).not.toBeNull();
    expect(preferences.get().theatre).toBe(true);
    await userEvent.click(theatre);
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(buttons.getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy link to this moment' }));
    await screen.findByText('Link copied');
    const link = new URL(copied.mock.calls[0]?.[0] ?? '');
    expect(link.searchParams.get('t')).toBe('125');
  });

  test('[2.22] media keys and the lock screen command the player', async () => {
    const handlers = new Map<string, MediaSessionActionHandler | null>();
    const session = {
      metadata: null as { title: string } | null,
      setActionHandler: (action: string, handler: MediaSessionActionHandler | null) => {
        if (action === 'seekto') {
          throw new TypeError('not known here');
        }
        handlers.set(action, handler);
      },
      setPositionState: vi.fn(),
    };
    vi.stubGlobal('MediaMetadata', function MediaMetadata(this: object, about: object) {
      Object.assign(this, about);
    });
    Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true });
    const { unmount } = await open();
    await player();
    await waitFor(() => expect(session.metadata?.title).toMatch(/Net present value/u));
    const press = (action: MediaSessionAction): void => act(() => handlers.get(action)?.({ action }));
    press('play');
    expect(video().paused).toBe(false);
    press('pause');
    expect(video().paused).toBe(true);
    playTo(100);
    press('seekforward');
    expect(video().currentTime).toBe(110);
    press('seekbackward');
    expect(video().currentTime).toBe(100);
    expect(handlers.get('nexttrack')).not.toBeNull();
    expect(session.setPositionState).toHaveBeenCalled();
    unmount();
    expect(handlers.get('play')).toBeNull();
    Reflect.deleteProperty(navigator, 'mediaSession');
    vi.unstubAllGlobals();
  });

  test('[2.22] the transcript is searched and leads to its time', async () => {
    await open();
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search transcript' }), 'worth');
    expect(await screen.findByText('1 line found')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /13:18.*worth today/u }));
    expect(video().currentTime).toBe(798);
  });

  test('[2.22] a transcript that cannot be loaded can be tried again', async () => {
    vi.mocked(cues.readCues).mockRejectedValueOnce(new TypeError('offline'));
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('searchbox', { name: 'Search transcript' })).toBeTruthy();
  });

  test('[2.22] notes are written at the time, edited and deleted', async () => {
    let notes = [{ id: 'n-1', at: 75, text: 'Discount', created: '', updated: '' }];
    const { received } = await open(
      {},
      {
        'GET /api/lessons/l-3/notes': () => notes,
        'POST /api/lessons/l-3/notes': ({ body }) => {
          const note = {
            id: 'n-2',
            created: '',
            updated: '',
            ...(JSON.parse(body) as { at: number; text: string }),
          };
          notes = [...notes, note];
          return note;
        },
        'DELETE /api/lessons/l-3/notes/n-1': () => {
          notes = notes.filter(({ id }) => id !== 'n-1');
          return null;
        },
      },
    );
    await userEvent.click(await screen.findByRole('tab', { name: 'My notes' }));
    await screen.findByText('Discount');
    await userEvent.type(screen.getByRole('textbox', { name: 'New note' }), 'NPV');
    await userEvent.click(screen.getByRole('button', { name: 'Add at 13:18' }));
    await screen.findByText('NPV');
    expect(
      JSON.parse(received.find(({ method, path }) => method === 'POST' && path.endsWith('/notes'))?.body ?? ''),
    ).toEqual({
      at: 798,
      text: 'NPV',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Go to 1:15' }));
    expect(video().currentTime).toBe(75);
    await userEvent.click(screen.getByRole('button', { name: 'Delete the note at 1:15' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete note' }));
    await waitFor(() => expect(screen.queryByText('Discount')).toBeNull());
  });

  test('[2.22] files and the course are described', async () => {
    await open();
    await userEvent.click(await screen.findByRole('tab', { name: 'Files' }));
    expect((await screen.findByRole('link', { name: /slides\.pdf.*2\.4 MB/u })).getAttribute('href')).toBe(
      '/media/TICKET/slides.pdf',
    );
    await userEvent.click(await screen.findByRole('tab', { name: 'About' }));
    expect(await screen.findByText('Chen Wei')).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Show class in my timetable' })).getAttribute('href')).toBe(
      '/student/timetable?class=m0.10',
    );
  });
});

describe('watching', () => {
  test('[2.22] [3.4] played intervals are reported on pause, and the page shows the server’s progress', async () => {
    const { received } = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Start the lesson' }));
    const now = vi.spyOn(performance, 'now');
    now.mockReturnValue(1_000_000);
    playTo(798);
    now.mockReturnValue(1_000_250);
    playTo(798.25);
    now.mockReturnValue(1_000_500);
    playTo(798.5);
    await userEvent.click(within(await player()).getByRole('button', { name: 'Pause' }));
    await waitFor(() => expect(received.some(({ path }) => path.endsWith('/watching'))).toBe(true));
    const report = received.find(({ path }) => path.endsWith('/watching'));
    expect(JSON.parse(report?.body ?? '')).toMatchObject({
      speed: 1,
      position: 798.5,
      intervals: [[798, 798.5]],
    });
    expect(await screen.findByText('52% of course watched')).toBeTruthy();
    expect(courseProgress('c-fin')).toBe(52);
  });

  test('[2.5] a visitor’s preview is not reported', async () => {
    const { received } = await open({ watching: null }, {}, { anonymous: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Start the lesson' }));
    playTo(799);
    await userEvent.click(within(await player()).getByRole('button', { name: 'Pause' }));
    expect(screen.queryByRole('tab', { name: 'My notes' })).toBeNull();
    expect(received.some(({ path }) => path.endsWith('/watching'))).toBe(false);
  });

  test('[2.22] at the end the next lesson follows after a countdown that can be stopped', async () => {
    const { router } = await open({}, { 'GET /api/lessons/l-4': () => sampleWatch({ next: '' }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Start the lesson' }));
    const end = (ended: boolean): void =>
      act(() => {
        Object.defineProperty(video(), 'ended', { value: ended, configurable: true });
        video().dispatchEvent(new Event('ended'));
      });
    end(true);
    expect(await screen.findByText(`Next lesson in ${countdown} seconds`)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Stay here' }));
    expect(await screen.findByText('Next lesson')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Play now' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ lesson: 'l-4' }));
  });
});

describe('tickets and trouble', () => {
  test('[2.22] an expired ticket is replaced and playback continues at the same position', async () => {
    let ticket = 'TICKET';
    await open(
      {},
      {
        'GET /api/lessons/l-3': () => {
          const watch = sampleWatch();
          return {
            ...watch,
            media: watch.media && { ...watch.media, playlist: `/media/${ticket}/master.m3u8` },
          };
        },
      },
    );
    await waitFor(() => expect(attached).toHaveLength(1));
    playTo(1000);
    ticket = 'NEXT';
    act(() => callbacks?.onProblem('spent'));
    await waitFor(() => expect(attached.at(-1)).toEqual(['/media/NEXT/master.m3u8', 1000]));
    expect(screen.queryByRole('alert', { name: /session/u })).toBeNull();
  });

  test.each([
    ['network', 'Connection lost', true],
    ['decode', "This part can't be played", true],
    ['missing', 'This recording has been replaced', true],
    ['unsupported', "This browser can't play the recording", false],
  ] as const)('[2.22] trouble with %s says what to do', async (problem, words, again) => {
    await open();
    await waitFor(() => expect(attached).toHaveLength(1));
    act(() => callbacks?.onProblem(problem));
    expect(await screen.findByRole('heading', { name: words })).toBeTruthy();
    const retry = screen.queryByRole('button', { name: 'Try again' });
    expect(retry !== null).toBe(again);
    if (retry !== null) {
      await userEvent.click(retry);
      await waitFor(() => expect(attached).toHaveLength(2));
    }
  });
});

describe('states', () => {
  const nothing = { media: null, watching: null };
  test.each<[string, Partial<WireWatch>, string, string]>([
    ['not enrolled', { ...nothing, access: 'not_enrolled' }, "You're not enrolled in this course", 'Go to my courses'],
    ['not published', { ...nothing, access: 'not_published' }, "This lesson isn't published yet", 'Go to my courses'],
    [
      'failed',
      { ...nothing, state: 'failed', reason: 'No sound in it' },
      "This recording couldn't be prepared",
      'Check again',
    ],
    ['none', { ...nothing, state: 'none' }, 'No recording yet', 'Go to my courses'],
  ])('[2.22] %s', async (_name, over, title, action) => {
    await open(over);
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    const doing = screen.queryByRole('link', { name: action }) ?? screen.getByRole('button', { name: action });
    expect(doing).toBeTruthy();
  });

  test('[2.22] the files of a lesson are there before its recording is', async () => {
    await open({ ...nothing, state: 'processing' });
    await userEvent.click(await screen.findByRole('tab', { name: 'Files' }));
    expect((await screen.findByRole('link', { name: /slides\.pdf/u })).getAttribute('href')).toBe(
      '/media/TICKET/slides.pdf',
    );
  });

  test('[2.22] staff read why it failed and go to the recordings', async () => {
    await open({ ...nothing, state: 'failed', reason: 'No sound in it' }, {}, { role: 'admin' });
    act(() => setUser({ role: 'admin' }));
    expect(await screen.findByText('No sound in it')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to recordings' }).getAttribute('href')).toBe('/admin/recordings');
  });

  test('[2.22] a recording in preparation shows its percentage and starts automatically', async () => {
    let ready = false;
    await open(
      {},
      {
        'GET /api/lessons/l-3': () =>
          ready ? sampleWatch() : sampleWatch({ ...nothing, state: 'processing', percent: 37 }),
      },
    );
    expect(await screen.findByText('37%')).toBeTruthy();
    ready = true;
    expect(await player()).toBeTruthy();
  });

  test('[2.5] a visitor is asked to log in, and comes back', async () => {
    await open({ ...nothing, access: 'login' }, {}, { anonymous: true }, 'lesson=l-3&t=5');
    const link = await main().findByRole('link', { name: 'Log in' });
    expect(link.getAttribute('href')).toBe('/login?lesson=l-3&t=5&redirect=Watch');
  });

  test('[2.22] a lesson that does not exist and a lost connection say so', async () => {
    await open({}, { 'GET /api/lessons/l-3': () => refusal(404, '[course.no_lesson] No such lesson.') });
    expect(await screen.findByRole('heading', { name: 'Lesson not found' })).toBeTruthy();
    cleanup();
    await open({}, { 'GET /api/lessons/l-9': () => refusal(503, '[http.busy] Busy.') }, {}, 'lesson=l-9');
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  test('[2.22] a class that is on plays live, a future one shows when', async () => {
    const live = {
      playlist: 'https://live.example/x.m3u8',
      starts: '2099-01-01T00:00:00Z',
      ends: '',
      title: '',
    };
    const class10 = (over: Partial<WireWatch>) => ({
      'GET /api/classes/m0.10/watch': () => sampleWatch({ ...nothing, lesson: null, live, ...over }),
    });
    await open({}, class10({ state: 'live' }), {}, 'class=m0.10');
    expect(within(await player()).getByText('Live')).toBeTruthy();
    await waitFor(() => expect(attached).toEqual([['https://live.example/x.m3u8', -1]]));
    cleanup();
    await open({}, class10({ state: 'upcoming' }), {}, 'class=m0.10');
    expect((await screen.findAllByRole('heading', { name: /^The class starts in/u })).length).toBeGreaterThan(0);
  });
});

describe('nothing chosen', () => {
  const preview = {
    lesson: 'l-1',
    title: '企业为何投资',
    titleEn: 'Why firms invest',
    course: { id: 'c-fin', code: 'FIN301', name: '公司金融', nameEn: 'Corporate Finance' },
    duration: 1100,
    poster: '',
  };
  const course = {
    id: 'c-fin',
    name: '公司金融',
    nameEn: 'Corporate Finance',
    progress: 48,
    lessons: [
      { done: true, duration: 9 },
      { done: false, duration: 9 },
      { done: false, duration: 0 }, // without a recording
    ],
  };

  test('[2.5] a visitor sees the previews and a login button', async () => {
    await open({}, { 'GET /api/previews': () => [preview] }, { anonymous: true }, '');
    const link = await screen.findByRole('link', { name: /Why firms invest/u });
    expect(link.getAttribute('href')).toBe('/student/watch?lesson=l-1');
    expect(main().getByRole('link', { name: 'Log in' })).toBeTruthy();
  });

  test('[2.5] a visitor calls with a client token, which is no login, and gets a new one when it expires', async () => {
    let good = 'V';
    const tokens = ['V', 'W'];
    const { received, router } = await open(
      {},
      {
        'POST /api/Identity/connect/token': () => Response.json({ access_token: tokens.shift() }),
        'GET /api/previews': ({ headers }) =>
          headers.get('Authorization') === `Bearer ${good}` ? [preview] : refusal(401, '[account.signed_out] No.'),
      },
      { anonymous: true },
      '',
    );
    await screen.findByRole('link', { name: /Why firms invest/u });
    good = 'W';
    await act(refetchMounted);
    await waitFor(() => expect(received.filter(({ path }) => path === '/api/previews')).toHaveLength(3));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
    expect(router.state.location.pathname).toBe('/student/watch');
  });

  test('[2.22] courses without recordings share a line; one taken twice is listed once', async () => {
    const bare = (id: string, nameEn: string, state = 'confirmed') => ({
      ...course,
      ...{ id, nameEn, state, lessons: [] },
    });
    await open(
      {},
      {
        'GET /api/courses': () => [
          bare('c-law', 'Commercial Law'),
          course,
          bare('c-fin', 'Corporate Finance', 'dropped'),
          bare('c-tax', 'Tax Law'),
          bare('c-art', 'Art', 'dropped'),
        ],
      },
      {},
      '',
    );
    const line = await screen.findByText('2 courses without recordings yet');
    const mine = within(screen.getByRole('region', { name: 'My courses' }));
    expect(mine.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Corporate Finance1 of 2 lessons done48%',
    ]);
    const names = [...(line.parentElement?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
    expect(names).toEqual(['Commercial Law', 'Tax Law']);
  });

  test('[2.22] says so if no course has a recording', async () => {
    await open({}, { 'GET /api/courses': () => [{ ...course, lessons: [] }] }, {}, '');
    expect(await screen.findByRole('heading', { name: 'No recordings yet' })).toBeTruthy();
    expect(await screen.findByText('1 course without recordings yet')).toBeTruthy();
  });

  test('[2.22] a student sees each course’s progress and continues with the first unfinished lesson', async () => {
    const { router } = await open(
      {},
      {
        'GET /api/courses': () => [course],
        'GET /api/courses/c-fin': () => ({
          ...course,
          lessons: [
            { id: 'l-2', done: true, duration: 9 },
            { id: 'l-3', done: false, duration: 9 },
          ],
        }),
      },
      {},
      '',
    );
    const link = await screen.findByRole('link', { name: /Corporate Finance.*1 of 2 lessons done.*48%/u });
    await userEvent.click(link);
    await waitFor(() => expect(router.state.location.search).toEqual({ lesson: 'l-3' }));
  });
});
