import { beforeEach, describe, expect, test, vi } from 'vitest';
import { attach, type Problem, type EngineCallbacks } from './engine';

/** A fake hls.js with the parts that the engine uses. */
const fake = vi.hoisted(() => {
  type Listener = (event: string, data: unknown) => void;
  class Hls {
    static supported = true;
    static last: Hls;
    static Events = { MANIFEST_PARSED: 'parsed', LEVEL_SWITCHED: 'switched', ERROR: 'error' };
    static ErrorTypes = { NETWORK_ERROR: 'network', MEDIA_ERROR: 'media', OTHER_ERROR: 'other' };
    static ErrorDetails = { MANIFEST_INCOMPATIBLE_CODECS_ERROR: 'codecs' };
    static isSupported = (): boolean => Hls.supported;
    listeners = new Map<string, Listener>();
    recovered = 0;
    stopped = false;
    nextLevel = -1;
    config: { startPosition: number };
    constructor(config: { startPosition: number }) {
      this.config = config;
      Hls.last = this;
    }
    on(event: string, listener: Listener): void {
      this.listeners.set(event, listener);
    }
    tell(event: string, data: unknown): void {
      this.listeners.get(event)?.(event, data);
    }
    recoverMediaError(): void {
      this.recovered += 1;
    }
    stopLoad(): void {
      this.stopped = true;
    }
    loadSource(): void {}
    attachMedia(): void {}
    destroy(): void {}
  }
  return { Hls };
});
vi.mock('hls.js', () => ({ default: fake.Hls }));

const problems: Problem[] = [];
const callbacks: EngineCallbacks = {
  onLevels: vi.fn(),
  onLevel: vi.fn(),
  onProblem: (problem) => problems.push(problem),
};

beforeEach(() => {
  problems.length = 0;
  fake.Hls.supported = true;
});

const stream = (startAt = 0) =>
  attach(document.createElement('video'), { kind: 'hls', url: '/media/T/master.m3u8' }, startAt, callbacks);

describe('hls.js errors', () => {
  test.each<[string, object, Problem | null]>([
    ['a ticket that is refused', { type: 'network', fatal: false, response: { code: 403 } }, 'spent'],
    ['a session that has ended', { type: 'network', fatal: true, response: { code: 401 } }, 'spent'],
    ['a store that is away', { type: 'network', fatal: true, response: { code: 503 } }, 'network'],
    ['a line that is cut', { type: 'network', fatal: true, response: { code: 0 } }, 'network'],
    ['no answer at all', { type: 'network', fatal: true }, 'network'],
    ['a recording that was replaced', { type: 'network', fatal: true, response: { code: 404 } }, 'missing'],
    ['a segment that is asked for again', { type: 'network', fatal: false, response: { code: 503 } }, null],
    ['something else', { type: 'other', fatal: true }, 'decode'],
  ])('[2.22] %s', async (_name, error, problem) => {
    await stream();
    fake.Hls.last.tell('error', error);
    expect(problems).toEqual(problem === null ? [] : [problem]);
    expect(fake.Hls.last.stopped).toBe(problem === 'spent');
  });

  test('[2.22] a picture that cannot be decoded is tried twice before it is a problem', async () => {
    await stream();
    for (let time = 0; time < 3; time += 1) {
      fake.Hls.last.tell('error', { type: 'media', fatal: true, details: '' });
    }
    expect(fake.Hls.last.recovered).toBe(2);
    expect(problems).toEqual(['decode']);
    fake.Hls.last.tell('error', { type: 'media', fatal: true, details: 'codecs' });
    expect(problems).toEqual(['decode', 'unsupported']);
  });

  test('[2.22] it starts at the given position, and live at the edge', async () => {
    await stream(12);
    expect(fake.Hls.last.config.startPosition).toBe(12);
    await stream(-1);
    expect(fake.Hls.last.config.startPosition).toBe(-1);
  });
});

describe('errors of the element', () => {
  test.each<[string, number | undefined, number, Problem]>([
    ['a ticket that is refused', 403, 4, 'spent'],
    ['a store that is away', 503, 4, 'network'],
    ['no line', undefined, 2, 'network'],
    ['a file that is gone', 404, 4, 'missing'],
    ['a file that is there and not understood', 200, 4, 'unsupported'],
    ['a file that is damaged', 206, 3, 'decode'],
  ])('[2.22] %s', async (_name, status, code, problem) => {
    vi.stubGlobal('MediaError', { MEDIA_ERR_DECODE: 3 });
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      if (status === undefined) {
        throw new TypeError('no line');
      }
      return new Response(null, { status });
    });
    const video = document.createElement('video');
    Object.defineProperty(video, 'error', { value: { code } });
    await attach(video, { kind: 'file', url: '/media/T/original.mp4' }, 3, callbacks);
    video.dispatchEvent(new Event('loadedmetadata'));
    expect(video.currentTime).toBe(3);
    video.dispatchEvent(new Event('error'));
    await vi.waitFor(() => expect(problems).toEqual([problem]));
  });

  test('[2.22] a browser without any HLS support says so', async () => {
    fake.Hls.supported = false;
    const video = document.createElement('video');
    video.canPlayType = () => '';
    await attach(video, { kind: 'hls', url: '/media/T/master.m3u8' }, 0, callbacks);
    expect(problems).toEqual(['unsupported']);
  });
});
