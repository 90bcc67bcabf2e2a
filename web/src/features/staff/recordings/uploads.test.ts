import { expect, test, vi } from 'vitest';
import { events } from '@/shared/api/events';
import { mayRetry, reasonIn, send, type Progress } from './uploads';

interface Options {
  onError: (error: unknown) => void;
  onAfterResponse: (request: object, response: object) => void;
}

const given = vi.hoisted(() => ({ options: [] as Options[] }));

vi.mock('tus-js-client', () => ({
  Upload: class {
    constructor(_file: File, options: Options) {
      given.options.push(options);
    }
    findPreviousUploads = async (): Promise<never[]> => [];
    start = (): void => undefined;
  },
}));

const refused = (status: number, body: string): object => ({
  originalResponse: { getStatus: () => status, getBody: () => body },
});

test.each([
  [401, ['unauthorized']],
  [403, []],
])('[8.2] an upload that is refused with %i raises %j', async (status, wanted) => {
  const heard: string[] = [];
  const stop = events.on('unauthorized', () => heard.push('unauthorized'));
  const seen: Progress[] = [];
  await send(new File(['x'], 'x.mp4'), { lesson: 'l1' }, (progress) => seen.push(progress), 'It failed.');
  given.options.at(-1)?.onError(refused(status, '{"statusCode":0,"succeeded":false,"errors":["[a.b] No."]}'));
  stop();
  expect(heard).toEqual(wanted);
  expect(seen.at(-1)).toMatchObject({ state: 'failed', reason: 'No. [a.b]' });
});

test('only errors that may pass are retried', () => {
  expect([400, 401, 403, 404, 413].map(mayRetry)).toEqual([false, false, false, false, false]);
  expect([undefined, 0, 409, 423, 429, 503].map(mayRetry)).toEqual([true, true, true, true, true, true]);
});

test('a server that can’t say how much has arrived is asked again', async () => {
  await send(new File(['x'], 'x.mp4'), { lesson: 'l1' }, () => undefined, 'It failed.');
  const answered = (method: string, status: number) => (): void =>
    given.options.at(-1)?.onAfterResponse({ getMethod: () => method }, { getStatus: () => status });
  expect(answered('HEAD', 502)).toThrow('how much has arrived');
  expect(answered('HEAD', 404)).not.toThrow();
  expect(answered('PATCH', 502)).not.toThrow();
});

test('a body that is no error envelope has no reason', () => {
  expect(reasonIn('<h1>Bad gateway</h1>')).toBeUndefined();
  expect(reasonIn(undefined)).toBeUndefined();
});
