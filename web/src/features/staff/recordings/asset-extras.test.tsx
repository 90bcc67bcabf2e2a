import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';

afterEach(() => forgetPortal());

const counts = { all: 1, underway: 0, ready: 1, failed: 0, cancelled: 0, unmatched: 0 };

const asset = {
  id: 'a-1',
  lesson: 'l-1',
  title: '渠道',
  titleEn: 'Channels',
  course: '',
  code: 'MKT201',
  group: '',
  groupCode: '',
  class: '',
  published: true,
  preview: false,
  state: 'ready',
  percent: 100,
  reason: '',
  file: 'channels.mp4',
  size: 1_900_000,
  duration: 80,
  width: 640,
  height: 360,
  current: true,
  renditions: [],
  files: [],
  modified: 0,
  created: '',
  updated: '',
  replacedBy: '',
  until: '',
};

const watch = {
  course: { enrolled: false },
  access: 'granted',
  state: 'ready',
  media: {
    captions: [{ language: 'en-US', label: 'English', url: '/media/T/en-US.vtt', default: true }],
    chapters: [{ start: 0, end: 80, title: '引言', titleEn: 'Introduction' }],
  },
  attachments: [{ id: 'f-1', name: 'slides.pdf', size: 4000, type: 'application/pdf', url: '/media/T/f-1' }],
};

/** Opens the page, unfolds its one recording, and returns the requests from then on. */
async function unfold(of: Partial<typeof asset> = {}) {
  const portal = await openPortal(
    '/admin/recordings',
    {
      'GET /api/admin/courses': () => [],
      'GET /api/admin/media/counts': () => counts,
      'GET /api/admin/media': () => [{ ...asset, ...of }],
      'GET /api/lessons/l-1': () => watch,
      'PUT /api/admin/media/a-1/captions/zh-CN': () => ({ cues: 12 }),
      'PUT /api/admin/media/a-1/chapters': () => true,
      'DELETE /api/admin/media/a-1': () => true,
      'DELETE /api/admin/media/a-1/captions/en-US': () => true,
      'POST /api/admin/lessons/l-1/attachments': () => true,
      'DELETE /api/admin/attachments/f-1': () => true,
    },
    { role: 'admin' },
  );
  const more = await screen.findByRole('button', { name: 'More: Channels' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(more);
  expect(more.getAttribute('aria-expanded')).toBe('true');
  const sent = (method: string, path: string) =>
    waitFor(() => {
      const one = portal.received.find((each) => each.method === method && each.path === path);
      expect(one).toBeDefined();
      return one;
    });
  return { ...portal, sent };
}

async function confirm(): Promise<void> {
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
}

describe('the files of a recording', () => {
  test('[2.22] captions are listed, added and deleted', async () => {
    const { sent } = await unfold();
    const captions = within(await screen.findByRole('region', { name: 'Captions' }));
    expect(captions.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      '简体中文NoneAdd',
      'EnglishReplace',
    ]);
    const vtt = new File(['WEBVTT'], 'zh.vtt', { type: 'text/vtt' });
    await userEvent.upload(captions.getByLabelText('Add captions in 简体中文'), vtt);
    await sent('PUT', '/api/admin/media/a-1/captions/zh-CN');
    await screen.findByText('简体中文 captions: 12 lines read.');
    await userEvent.click(captions.getByRole('button', { name: 'Delete English captions' }));
    await confirm();
    await sent('DELETE', '/api/admin/media/a-1/captions/en-US');
  });

  test('[2.22] files of the lesson are added and deleted', async () => {
    const { sent } = await unfold();
    const files = within(await screen.findByRole('region', { name: 'Lesson files' }));
    expect(files.getByRole('link', { name: 'slides.pdf' }).getAttribute('href')).toBe('/media/T/f-1');
    await userEvent.upload(files.getByLabelText('Add a file'), new File(['%PDF'], 'paper.pdf'));
    await sent('POST', '/api/admin/lessons/l-1/attachments');
    await userEvent.click(files.getByRole('button', { name: 'Delete slides.pdf' }));
    await confirm();
    await sent('DELETE', '/api/admin/attachments/f-1');
  });

  test('[2.22] chapters are edited as lines; an invalid line is named and nothing is sent', async () => {
    const { received, sent } = await unfold();
    const lines = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Chapters, one per line' });
    expect(lines.value).toBe('0:00 引言 | Introduction');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save chapters' });
    expect(save.disabled).toBe(true);
    await userEvent.type(lines, '{Enter}Demand');
    await userEvent.click(save);
    expect(await screen.findByText(/^Line 2:/u)).toBeTruthy();
    expect(received.some(({ method }) => method === 'PUT')).toBe(false);
    await userEvent.clear(lines);
    await userEvent.type(lines, '0:00 A{Enter}0:30 B | C');
    await userEvent.click(save);
    const put = await sent('PUT', '/api/admin/media/a-1/chapters');
    expect(JSON.parse(put?.body ?? '')).toEqual({
      chapters: [
        { start: 0, title: 'A', titleEn: '' },
        { start: 30, title: 'B', titleEn: 'C' },
      ],
    });
    expect(screen.queryByText(/^Line 2:/u)).toBeNull();
  });

  test('[2.22] a recording is deleted after a confirmation, and kept without it', async () => {
    const { received, sent } = await unfold({ current: false, state: 'failed' });
    expect(screen.queryByRole('region', { name: 'Captions' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Delete Channels' }));
    await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(received.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Delete Channels' }));
    await confirm();
    await sent('DELETE', '/api/admin/media/a-1');
  });
});
