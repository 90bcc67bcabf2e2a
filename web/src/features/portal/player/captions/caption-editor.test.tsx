import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '@/shared/api/query-client';
import { createValue } from '@/shared/store/value';
import { forgetPortal } from '@/testing/portal';
import { fakeServer, refusal, type Handler } from '@/testing/server';
import { CaptionEditor } from './caption-editor';

afterEach(() => forgetPortal());

const at = (language: string) => `/api/admin/media/a-1/captions/${language}/draft`;

const captions = (language: string, texts: readonly string[], over: object = {}) => ({
  language,
  published: true,
  draft: false,
  version: 0,
  origin: '',
  by: '',
  at: '',
  cues: texts.map((text, index) => ({ start: index * 4, end: index * 4 + 3, text })),
  ...over,
});

/** Opens the editor on captions that are longer in Chinese, and records its requests. */
async function openEditor(more: Readonly<Record<string, Handler>> = {}) {
  const received = fakeServer({
    'GET /api/admin/media': () => [{ id: 'a-1', current: true }],
    [`GET ${at('zh-CN')}`]: () => captions('zh-CN', ['\u4e00', '\u4e8c', '\u4e09']),
    [`GET ${at('en-US')}`]: () => captions('en-US', ['one']),
    [`PUT ${at('zh-CN')}`]: () => ({ version: 1 }),
    [`PUT ${at('en-US')}`]: () => ({ version: 1 }),
    [`POST ${at('en-US')}/publish`]: () => true,
    ...more,
  });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <CaptionEditor
          lesson="l-1"
          control={{ seek: () => undefined, play: () => undefined, time: createValue(0) }}
          onClose={() => undefined}
        />
      </Suspense>
    </QueryClientProvider>,
  );
  await screen.findByRole('textbox', { name: 'Text of line 1, English' });
  const sent = (method: string, path: string) =>
    received.filter((one) => one.method === method && one.path === path).map(({ body }) => body);
  return { ...view, sent };
}

const line = (number: number, language: string): Promise<HTMLElement> =>
  screen.findByRole('textbox', { name: `Text of line ${number}, ${language}` });

test('[2.22] both languages are edited together, each saved as its own draft', async () => {
  const { sent } = await openEditor();
  await userEvent.type(await line(2, 'Chinese'), '!');
  await userEvent.type(await line(1, 'English'), ' more');
  await screen.findByText(/^Chinese: draft saved/u);
  await screen.findByText(/^English: draft saved/u);
  expect(sent('PUT', at('zh-CN')).at(-1)).toContain('\u4e8c!');
  expect(sent('PUT', at('en-US')).at(-1)).toContain('one more');
  expect(sent('PUT', at('en-US')).at(-1)).not.toContain('\u4e8c');
});

test('[2.22] a line that one language lacks is added beside the other, at its time', async () => {
  const { sent } = await openEditor();
  const [first] = screen.getAllByRole('button', { name: 'Add this line in English' });
  await userEvent.click(first as HTMLElement);
  await userEvent.type(await line(2, 'English'), 'two');
  await waitFor(() => expect(sent('PUT', at('en-US')).at(-1)).toContain('two'));
  expect(JSON.parse(sent('PUT', at('en-US')).at(-1) ?? '')).toMatchObject({
    cues: [{ text: 'one' }, { start: 4, end: 7, text: 'two' }],
  });
});

test('[2.22] publishing says which language, and the other draft stays as it is', async () => {
  const { sent } = await openEditor();
  await userEvent.type(await line(1, 'Chinese'), '!');
  await userEvent.type(await line(1, 'English'), ' more');
  await screen.findByText(/^English: draft saved/u);
  await userEvent.click(await screen.findByRole('button', { name: 'Publish English' }));
  await screen.findByText(/^English: no changes yet/u);
  expect(sent('POST', `${at('en-US')}/publish`)).toHaveLength(1);
  expect((await line(1, 'Chinese')).textContent).toBe('\u4e00!');
});

test('[2.22] a conflict in one language is shown there, and the other is still saved', async () => {
  let stale = true;
  const theirs = captions('zh-CN', ['theirs'], { draft: true, version: 3, by: 'Chen' });
  const { sent } = await openEditor({
    [`PUT ${at('zh-CN')}`]: () => {
      stale = false;
      return refusal(409, '[media.captions_stale] stale');
    },
    [`GET ${at('zh-CN')}`]: () => (stale ? captions('zh-CN', ['\u4e00']) : theirs),
  });
  await userEvent.type(await line(1, 'Chinese'), ' mine');
  const conflict = within(await screen.findByRole('region', { name: 'Two versions of the Chinese captions' }));
  expect(conflict.getByText('theirs')).toBeTruthy();
  await userEvent.type(await line(1, 'English'), ' more');
  await screen.findByText(/^English: draft saved/u);
  expect((await line(1, 'Chinese')).textContent).toBe('\u4e00 mine');
  await userEvent.click(conflict.getByRole('button', { name: 'Use the other version' }));
  await waitFor(async () => expect((await line(1, 'Chinese')).textContent).toBe('theirs'));
  expect(sent('PUT', at('zh-CN'))).toHaveLength(1);
});

test('[2.22] a single language can be shown', async () => {
  await openEditor();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'English');
  expect(screen.queryByRole('textbox', { name: 'Text of line 1, Chinese' })).toBeNull();
  expect(await line(1, 'English')).toBeTruthy();
});

test('[2.22] a deleted line, moved lines and a discarded draft come back with Undo', async () => {
  const { sent } = await openEditor({ [`DELETE ${at('zh-CN')}`]: () => true });
  const chinese = within(screen.getByRole('region', { name: 'Chinese draft' }));
  const undo = (): HTMLElement => chinese.getByRole('button', { name: 'Undo' });
  expect(undo()).toHaveProperty('disabled', true);
  const second = within(screen.getByRole('group', { name: 'Line 2, Chinese' }));
  await userEvent.click(second.getByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect((await line(2, 'Chinese')).textContent).toBe('\u4e09'));
  expect(document.activeElement).toBe(await line(2, 'Chinese'));
  await userEvent.click(undo());
  await waitFor(async () => expect((await line(2, 'Chinese')).textContent).toBe('\u4e8c'));
  await userEvent.type(chinese.getByRole('textbox', { name: /^Shift all lines/u }), '-5');
  await userEvent.click(chinese.getByRole('button', { name: 'Shift' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Line 3, Chinese' })).toBeNull());
  await userEvent.click(undo());
  await line(3, 'Chinese');
  await userEvent.type(await line(1, 'Chinese'), 'abc');
  await chinese.findByText(/draft saved/u);
  await userEvent.click(chinese.getByRole('button', { name: 'Discard Chinese draft' }));
  await waitFor(async () => expect((await line(1, 'Chinese')).textContent).toBe('\u4e00'));
  await userEvent.click(undo());
  await waitFor(async () => expect((await line(1, 'Chinese')).textContent).toBe('\u4e00abc'));
  await waitFor(() => expect(sent('PUT', at('zh-CN')).at(-1)).toContain('\u4e00abc'));
});

test('[2.22] the last letters are saved even if the editor is closed immediately', async () => {
  const { sent, unmount } = await openEditor();
  await userEvent.type(await line(1, 'English'), '!');
  unmount();
  await waitFor(() => expect(sent('PUT', at('en-US')).at(-1)).toContain('one!'));
});

test('[2.22] a text is found in the lines, and a line is added at the current position', async () => {
  await openEditor();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search captions' }), '\u4e09');
  expect(screen.queryByRole('group', { name: 'Line 1, Chinese' })).toBeNull();
  await screen.findByRole('group', { name: 'Line 3, Chinese' });
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Search captions' }));
  const english = within(screen.getByRole('region', { name: 'English draft' }));
  await userEvent.click(english.getByRole('button', { name: 'Add a line' }));
  const added = await line(2, 'English');
  await waitFor(() => expect(document.activeElement).toBe(added));
});
