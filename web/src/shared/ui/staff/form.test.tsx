import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { ApiError, toComplaint } from '@/shared/api/errors';
import { forgetDrafts } from '@/shared/store/drafts';
import { identity } from '@/shared/store/session';
import { Select } from '@/shared/ui/select';
import { TextField } from '@/shared/ui/text-field';
import { expectAccessible } from '@/testing/axe';
import { DateField } from './date-field';
import { FormNotes } from './form-notes';
import { useForm } from './use-form';

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Give the name')),
  phone: v.pipe(v.string(), v.nonEmpty('Give the phone'), v.regex(/^1\d{10}$/u, 'Not a phone number')),
  status: v.picklist(['enrolled', 'suspended']),
  since: v.pipe(v.string(), v.isoDate('Choose a date')),
  code: v.string(),
});
type Input = v.InferInput<typeof schema>;

const blank: Input = { name: '', phone: '', status: 'enrolled', since: '', code: '' };
const save = vi.fn<(values: v.InferOutput<typeof schema>) => Promise<unknown>>();

function Example({ initial = blank }: { initial?: Input }) {
  const form = useForm({
    name: 'student new',
    schema,
    initial,
    onSubmit: save,
    fieldOf: { 'student.phone_taken': 'phone', 'student.bad_date': 'since' },
    secret: ['code'],
  });
  return (
    <form noValidate aria-label="Student" onSubmit={form.submit}>
      <FormNotes form={form} />
      <TextField label="Name" required {...form.text('name')} />
      <TextField label="Phone" {...form.text('phone')} />
      <Select
        label="Status"
        options={[
          { value: 'enrolled', label: 'Enrolled' },
          { value: 'suspended', label: 'Suspended' },
        ]}
        {...form.text('status')}
      />
      <DateField label="Since" {...form.value('since')} />
      <TextField label="Code" {...form.text('code')} />
      <button type="submit" disabled={form.busy}>
        Save
      </button>
      <output>{form.changed ? 'changed' : 'unchanged'}</output>
    </form>
  );
}

const field = (name: string): HTMLInputElement => screen.getByLabelText(name);
const errorAt = (name: string): string | undefined => {
  const ids = field(name).getAttribute('aria-describedby') ?? '';
  return document.getElementById(ids)?.textContent;
};
const press = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Save' }));

async function fill(): Promise<void> {
  await userEvent.type(field('Name'), ' Lin Xi ');
  await userEvent.type(field('Phone'), '13800000001');
  await userEvent.selectOptions(field('Status'), 'Suspended');
  fireEvent.change(field('Since'), { target: { value: '2026-09-01' } });
  await userEvent.type(field('Code'), '4711');
}

const refuse = (...sentences: readonly string[]): ApiError => new ApiError('refused', 422, sentences.map(toComplaint));

beforeEach(() => {
  identity.set('staff-1');
  save.mockReset().mockResolvedValue(null);
});
afterEach(() => {
  sessionStorage.clear();
  identity.set(null);
});

describe('checking', () => {
  test('each error is at its field, the first has the focus, and a valid value removes it', async () => {
    const { container } = render(<Example />);
    await press();
    await waitFor(() => expect(errorAt('Name')).toBe('Give the name'));
    expect([errorAt('Phone'), errorAt('Since'), errorAt('Status')]).toEqual([
      'Give the phone',
      'Choose a date',
      undefined,
    ]);
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
    await expectAccessible(container);
    expect(save).not.toHaveBeenCalled();
    await userEvent.type(field('Phone'), '138');
    await waitFor(() => expect(errorAt('Phone')).toBe('Not a phone number'));
    await userEvent.type(field('Phone'), '00000001');
    await waitFor(() => expect(errorAt('Phone')).toBeUndefined());
    fireEvent.change(field('Since'), { target: { value: '2026-09-01' } });
    await waitFor(() => expect(errorAt('Since')).toBeUndefined());
  });

  test('the schema’s output is sent', async () => {
    render(<Example />);
    await fill();
    expect(screen.getByText('changed')).toBeDefined();
    await press();
    await waitFor(() =>
      expect(save.mock.calls).toEqual([
        [{ name: 'Lin Xi', phone: '13800000001', status: 'suspended', since: '2026-09-01', code: '4711' }],
      ]),
    );
    expect(await screen.findByText('unchanged')).toBeDefined();
  });

  test('the server’s complaints are at their fields too, the rest above them', async () => {
    save.mockRejectedValueOnce(
      refuse('[student.phone_taken] Chen has this number.', '[student.term_over] The term is over.'),
    );
    const { container } = render(<Example />);
    await fill();
    await press();
    await waitFor(() => expect(errorAt('Phone')).toBe('Chen has this number.'));
    await waitFor(() => expect(document.activeElement).toBe(field('Phone')));
    expect(screen.getByRole('alert').textContent).toContain('[student.term_over] The term is over.');
    await expectAccessible(container);
    await press();
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(errorAt('Phone')).toBeUndefined();
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  test('without an answer it says so and changes nothing', async () => {
    save.mockRejectedValueOnce(
      new ApiError('unreachable', 0, [{ text: 'Offline.', code: null, whole: 'Offline.', own: true }]),
    );
    render(<Example />);
    await fill();
    await press();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Offline.'));
    expect(field('Name').value).toBe(' Lin Xi ');
  });
});

describe('draft', () => {
  const reopen = async (initial?: Input): Promise<void> => {
    await act(async () => render(<Example {...(initial && { initial })} />));
  };
  const typeAndReload = async (): Promise<void> => {
    const { unmount } = render(<Example />);
    await fill();
    unmount();
  };

  test('typed text survives a reload, except secrets', async () => {
    await typeAndReload();
    expect(JSON.stringify(sessionStorage)).not.toContain('4711');
    await reopen();
    expect(field('Name').value).toBe(' Lin Xi ');
    expect([field('Status').value, field('Since').value, field('Code').value]).toEqual(['suspended', '2026-09-01', '']);
    expect(screen.getByText('changed')).toBeDefined();
    expect(screen.getByText('Your unsaved input has been restored.')).toBeDefined();
  });

  test('it can be discarded', async () => {
    await typeAndReload();
    await reopen();
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect([field('Name').value, field('Since').value]).toEqual(['', '']);
    expect(screen.queryByText('Your unsaved input has been restored.')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  test('it is deleted once saved, but not after an error', async () => {
    render(<Example />);
    save.mockRejectedValueOnce(refuse('[student.phone_taken] Taken.'));
    await fill();
    await press();
    await waitFor(() => expect(errorAt('Phone')).toBe('Taken.'));
    expect(sessionStorage).toHaveLength(1);
    await press();
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
  });

  test('it survives an expired session, for the same person only', async () => {
    await typeAndReload();
    identity.set(null); // logged out by the server
    identity.set('staff-1');
    await reopen();
    expect(field('Name').value).toBe(' Lin Xi ');
  });

  test('another person neither sees nor keeps it', async () => {
    await typeAndReload();
    identity.set('staff-2');
    await reopen();
    expect(field('Name').value).toBe('');
    expect(sessionStorage).toHaveLength(0);
  });

  test('logging out deletes it, in every tab', async () => {
    await typeAndReload();
    forgetDrafts();
    expect(sessionStorage).toHaveLength(0);
    await typeAndReload();
    // Another tab writes, and this one receives the event.
    globalThis.dispatchEvent(new StorageEvent('storage', { key: 'drafts-forgotten' }));
    expect(sessionStorage).toHaveLength(0);
  });

  test('only changed fields are restored: the rest may be newer', async () => {
    const before: Input = { ...blank, name: 'Lin Xi', phone: '13800000001', since: '2026-09-01' };
    const { unmount } = render(<Example initial={before} />);
    await userEvent.type(field('Name'), 'aoyu');
    unmount();
    await reopen({ ...before, phone: '13977124406' });
    expect([field('Name').value, field('Phone').value]).toEqual(['Lin Xiaoyu', '13977124406']);
  });
});
