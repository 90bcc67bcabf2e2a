import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clock } from '@/shared/api/api';
import { queryClient } from '@/shared/api/query-client';
import { chooseLanguage } from '@/shared/i18n/i18n';
import { expectAccessible } from '@/testing/axe';
import { withRouter } from '@/testing/router';
import { DiffCell } from './diff-cell';
import { EditCell } from './edit-cell';
import { JobRow, type Job } from './job-row';
import { MeterBar } from './meter-bar';
import { SidePanel } from './side-panel';
import { Stepper } from './stepper';
import { Timeline } from './timeline';
import { useJob } from './use-job';

afterEach(async () => {
  vi.useRealTimers();
  await act(() => chooseLanguage('en-US'));
});

const spokenText = (element: Element): string => {
  const copy = element.cloneNode(true) as Element;
  copy.querySelectorAll('[aria-hidden="true"]').forEach((hidden) => hidden.remove());
  return copy.textContent;
};

describe('difference', () => {
  test('is read by a screen reader as “was … now …”, an empty value in words', async () => {
    const { container, rerender } = render(<DiffCell was="138 0000 0001" now="139 7712 4406" />);
    expect(spokenText(container)).toBe('was 138 0000 0001, now 139 7712 4406');
    expect(container.querySelector('s')?.textContent).toBe('138 0000 0001');
    rerender(<DiffCell was="" now="Finance" />);
    expect(spokenText(container)).toBe('was empty, now Finance');
    await expectAccessible(container);
    await act(() => chooseLanguage('zh-CN'));
    expect(spokenText(container)).toBe('原为 未填，现为 Finance');
  });
});

function Cells({ onKeep }: { onKeep: (id: string, value: string) => void }) {
  const [phone, setPhone] = useState('138');
  return (
    <table>
      <tbody>
        <tr>
          <td>
            <EditCell
              label="Phone"
              value={phone}
              error={phone === '138' ? 'Too short' : undefined}
              onKeep={(value) => {
                onKeep('phone', value);
                setPhone(value);
              }}
            />
          </td>
          <td>
            <EditCell
              label="Class"
              value="F2051"
              error="No such class"
              suggestion="F2501"
              onKeep={(value) => onKeep('class', value)}
            />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

describe('editing in a cell', () => {
  const keep = vi.fn<(id: string, value: string) => void>();
  beforeEach(() => void keep.mockClear());
  const box = (name: string): HTMLInputElement => screen.getByRole('textbox', { name });

  test('Enter saves and moves on, once', async () => {
    const { container } = render(<Cells onKeep={keep} />);
    expect(box('Phone').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(container);
    await userEvent.type(box('Phone'), '00000001{Enter}');
    expect(keep.mock.calls).toEqual([['phone', '13800000001']]);
    expect(document.activeElement).toBe(box('Class'));
    expect(box('Phone').getAttribute('aria-invalid')).toBeNull();
  });

  test('Esc restores the old value and saves nothing', async () => {
    render(<Cells onKeep={keep} />);
    await userEvent.type(box('Phone'), '999{Escape}');
    expect(box('Phone').value).toBe('138');
    await userEvent.tab();
    expect(keep).not.toHaveBeenCalled();
  });

  test('leaving the box loses nothing, even while the new value is pending', async () => {
    render(<Cells onKeep={keep} />);
    await userEvent.type(box('Class'), 'x');
    await userEvent.tab();
    expect(keep.mock.calls).toEqual([['class', 'F2051x']]);
    expect(box('Class').value).toBe('F2051x');
  });

  test('a suggested value takes one click', async () => {
    render(<Cells onKeep={keep} />);
    await userEvent.click(screen.getByRole('button', { name: 'Change to F2501' }));
    expect(keep.mock.calls).toEqual([['class', 'F2501']]);
  });
});

describe('steps', () => {
  test('completed ones lead back, the current one is marked, later ones are no links', async () => {
    const steps = ['file', 'columns', 'preview'].map((id) => ({ id, label: id, href: `/import?step=${id}` }));
    const { container } = await withRouter(<Stepper steps={steps} current="columns" />);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/import?step=file']);
    const items = screen.getAllByRole('listitem');
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null]);
    expect(spokenText(items[0] as Element)).toBe('file, done');
    expect(screen.getByText('Step 2 of 3')).toBeDefined();
    await expectAccessible(container);
  });
});

describe('timeline', () => {
  test('says when, who, what and what changed, and undoes', async () => {
    const undo = vi.fn<() => void>();
    const { container } = render(
      <Timeline
        label="History"
        entries={[
          {
            id: '1',
            time: '10:05',
            today: true,
            who: 'Tang Wei',
            what: 'changed the class',
            change: { was: 'F1', now: 'F2' },
            undo: { label: 'the class', run: undo },
          },
          { id: '2', time: 'Nov 2', today: false, who: 'Import', what: 'made the account', note: '50 notified' },
        ]}
      />,
    );
    const [first, second] = within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem');
    expect(spokenText(first as Element)).toBe('10:05Tang Wei changed the classwas F1, now F2Undo');
    expect(spokenText(second as Element)).toContain('50 notified');
    await expectAccessible(container);
    await userEvent.click(screen.getByRole('button', { name: 'Undo: the class' }));
    expect(undo).toHaveBeenCalledOnce();
  });
});

describe('progress', () => {
  const job: Job = { state: 'running', done: 64, total: 200, left: 360, lastWord: clock.now() };

  test('shows the percentage and the remaining time', async () => {
    const { container } = render(<JobRow title="MKT201-1" label="MKT201-1" job={job} note="1080p" />);
    expect(screen.getByRole('progressbar', { name: 'MKT201-1' }).getAttribute('aria-valuenow')).toBe('32');
    expect([...container.querySelectorAll('p span')].map(({ textContent }) => textContent)).toEqual([
      '32 %',
      '64 of 200',
      'about 6 min left',
      '1080p',
    ]);
    await expectAccessible(container);
  });

  test('without a known total there is no bar', () => {
    render(<JobRow title="x" label="x" job={{ ...job, total: null, left: null }} />);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('running')).toBeDefined();
  });

  test('after two minutes of silence it says since when', () => {
    const { rerender } = render(<JobRow title="x" label="x" job={{ ...job, lastWord: clock.now() - 240_000 }} />);
    expect(screen.getByText(/^no contact since /u)).toBeDefined();
    rerender(<JobRow title="x" label="x" job={{ ...job, state: 'done', lastWord: clock.now() - 240_000 }} />);
    expect(screen.queryByText(/^no contact since /u)).toBeNull();
  });

  test('a whole is shown by its parts, without empty ones', async () => {
    const { container } = render(
      <MeterBar
        total={38}
        parts={[
          { id: 'up', label: 'uploaded', value: 17, tone: 'accent' },
          { id: 'stopped', label: 'stopped', value: 0, tone: 'danger' },
          { id: 'waits', label: 'waiting', value: 21, tone: 'neutral' },
        ]}
      />,
    );
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '17 uploaded',
      '21 waiting',
    ]);
    await expectAccessible(container);
  });

  test('is polled until the job is done, and found again by a reopened page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answers: Job[] = [
      { ...job, done: 50 },
      { ...job, done: 150 },
      { ...job, done: 200, state: 'done' },
    ];
    const ask = vi.fn(() => Promise.resolve(answers.shift() ?? { ...job, done: 200, state: 'done' as const }));
    function Followed() {
      const { data } = useJob({ queryKey: ['import', '7'], queryFn: ask });
      return data === undefined ? null : <JobRow title="Import" label="Import" job={data} />;
    }
    const page: ReactElement = (
      <QueryClientProvider client={queryClient}>
        <Followed />
      </QueryClientProvider>
    );
    const { unmount } = render(page);
    expect(await screen.findByText('25 %')).toBeDefined();
    unmount();
    queryClient.clear();
    render(page);
    expect(await screen.findByText('75 %')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(await screen.findByText('done')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(ask).toHaveBeenCalledTimes(3);
    queryClient.clear();
  });
});

describe('side panel', () => {
  const wide = (matches: boolean): void => {
    vi.stubGlobal('matchMedia', () => ({
      matches,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  };
  const close = vi.fn<() => void>();
  const panel = (fixed: boolean, open: boolean) => (
    <SidePanel title="Lin Xi" {...{ fixed, open }} onClose={close} actions={<button type="button">Save</button>}>
      <p>inside</p>
    </SidePanel>
  );

  test('is beside the main content if there is room, and Esc closes it', async () => {
    wide(true);
    const { container } = render(panel(false, true));
    expect(screen.getByRole('complementary', { name: 'Lin Xi' })).toBeDefined();
    await expectAccessible(container);
    await userEvent.keyboard('{Escape}');
    expect(close).toHaveBeenCalledOnce();
  });

  test('below that it is a sheet, a fixed one too', async () => {
    wide(false);
    const { container, rerender } = render(panel(true, false));
    expect(screen.queryByText('inside')).toBeNull();
    rerender(panel(true, true));
    expect(screen.getByRole('dialog', { name: 'Lin Xi' }).textContent).toContain('Save');
    await expectAccessible(container);
  });

  test.each([true, false])('its state survives a change of layout, fixed: %s', async (fixed) => {
    const parts = () => (
      <SidePanel title="Lin Xi" {...{ fixed }} open onClose={close}>
        <details>
          <summary>More</summary>
          <input aria-label="Reason" />
        </details>
      </SidePanel>
    );
    wide(true);
    const { rerender } = render(parts());
    await userEvent.click(screen.getByText('More'));
    await userEvent.type(screen.getByLabelText('Reason'), 'ill');
    for (const role of ['dialog', 'complementary', 'dialog'] as const) {
      wide(role === 'complementary');
      rerender(parts());
      const panel = within(screen.getByRole(role, { name: 'Lin Xi' }));
      expect(panel.getByText('More').closest('details')?.open).toBe(true);
      expect(panel.getByLabelText<HTMLInputElement>('Reason').value).toBe('ill');
    }
  });

  test('a fixed one cannot be closed beside the main content', () => {
    wide(true);
    render(panel(true, false));
    expect(screen.getByText('inside')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });
});
