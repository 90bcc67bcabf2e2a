import { beforeEach, describe, expect, test } from 'vitest';
import { dismiss, notices } from '@/shared/store/notices';
import { identity, token } from '@/shared/store/session';
import { fakeServer, refusal } from '@/testing/server';
import { api, clientText } from './api';
import { ApiError } from './errors';
import { events } from './events';
import { fetchFile, sendFile } from './fetch-file';

const photo = (): Promise<Blob> => fetchFile('/api/photo', { quiet: true });
const paper = (): Promise<unknown> => sendFile('POST', '/api/paper', new Blob(['x']));

/** The error and the notices of a failing request. */
async function failing(request: () => Promise<unknown>, handler: () => unknown): Promise<string[]> {
  const heard: string[] = [];
  const stop = events.on('unauthorized', () => heard.push('unauthorized'));
  fakeServer({ 'GET /api/photo': handler, 'POST /api/paper': handler });
  await expect(request()).rejects.toBeInstanceOf(ApiError);
  stop();
  return [...heard, ...notices.get().map(({ level, text }) => `${level}: ${text}`)];
}

beforeEach(() => {
  token.set('T');
  identity.set('acc-1');
  notices.get().forEach(({ id }) => dismiss(id));
});

describe('files', () => {
  test.each([
    ['fetched', photo],
    ['sent', paper],
  ])('[8.2] one that is %s raises the unauthorized event on 401, and no toast', async (_how, request) => {
    expect(await failing(request, () => refusal(401, '[access.signed_out] Gone.'))).toEqual(['unauthorized']);
  });

  test('[8.1] a refused upload is reported like any call; a missing picture is not', async () => {
    const refuse = (): Response => refusal(400, '[media.bad_file] Not captions.');
    expect(await failing(photo, refuse)).toEqual([]);
    expect(await failing(paper, refuse)).toEqual(['warning: [media.bad_file] Not captions.']);
  });

  test('[8.3] being offline is explained in plain words', async () => {
    const gone = (): never => {
      throw new TypeError('Failed to fetch');
    };
    expect(await failing(paper, gone)).toEqual([`error: ${clientText('offline')}`]);
  });
});

test('[8.5] the code of an error is a name and not a quantity', async () => {
  fakeServer({
    'GET /api/user/info': () => Response.json({ statusCode: 50_008, succeeded: false, data: null }),
  });
  await expect(api.get('/api/user/info')).rejects.toThrow('request interface error, code: 50008');
  expect(notices.get().map(({ text }) => text)).toEqual(['request interface error, code: 50008']);
});
