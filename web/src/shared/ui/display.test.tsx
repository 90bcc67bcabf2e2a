import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { buildTree } from '@/shared/region/region';
import { expectAccessible } from '@/testing/axe';
import { Avatar } from './avatar';
import { Chip, CountMark } from './badge';
import { Card } from './card';
import { BarChart, chartColour, LineChart } from './chart';
import { ColumnChart } from './column-chart';
import { Descriptions } from './descriptions';
import { initials } from './initials';
import { ProgressBar, ProgressRing, RouteProgress } from './progress';
import { QueryView } from './query-view';
import { RegionPicker } from './region-picker';
import { EmptyState } from './state';

const query = {
  data: undefined,
  error: null,
  isPending: true,
  isFetching: true,
  refetch: vi.fn<() => never>(),
};

describe('query view', () => {
  test('says that it loads', () => {
    render(<QueryView query={query}>{() => 'there'}</QueryView>);
    expect(screen.getByRole('status').textContent).toContain('Loading…');
  });

  test('says what went wrong and tries again', async () => {
    const refetch = vi.fn<() => never>();
    render(
      <QueryView query={{ ...query, error: new Error('The college cannot be reached.'), refetch }}>
        {() => 'there'}
      </QueryView>,
    );
    expect(screen.getByRole('alert').textContent).toContain('The college cannot be reached.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  test('keeps its data when a refetch fails, and says so', () => {
    render(
      <QueryView query={{ ...query, data: ['old'], error: new Error('no') }}>{(data) => data.join('')}</QueryView>,
    );
    expect(screen.getByText('old')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain("Couldn't refresh");
  });

  test('shows the empty state for an empty list', async () => {
    const { container } = render(
      <QueryView query={{ ...query, data: [] }} empty={<EmptyState title="No messages" text="All read." />}>
        {() => 'there'}
      </QueryView>,
    );
    expect(screen.getByRole('heading', { name: 'No messages' })).toBeTruthy();
    expect(screen.queryByText('there')).toBeNull();
    await expectAccessible(container);
  });
});

test.each([
  ['Lin Xia', 'LX'],
  ['林夏', '林'],
  ['Madonna', 'M'],
  ['Ada King Lovelace', 'AL'],
  ['', ''],
])('the avatar of %j shows %j', (name, shown) => {
  expect(initials(name)).toBe(shown);
  render(<Avatar name={name} />);
});

test('[9.4] series beyond the scheme begin again with its first colour', () => {
  expect(chartColour(10, 10)).toBe(chartColour(0, 10));
  expect(chartColour(10, 20)).not.toBe(chartColour(0, 20));
});

test('[9.4] a chart has its numbers as a table too, in either scheme', async () => {
  const data = [
    { label: 'Finance', value: 48 },
    { label: 'Law', value: 0 },
  ];
  const props = { data, columns: ['Course', 'Progress'] as const, format: (value: number) => `${value} %` };
  const { container } = render(
    <>
      <BarChart title="Progress" max={100} scheme={20} {...props} />
      <LineChart title="Over time" max={100} {...props} />
      <ColumnChart title="By day" {...props} />
    </>,
  );
  const table = screen.getByRole('table', { name: 'Progress' });
  expect(table.textContent).toContain('48 %');
  expect(screen.getAllByRole('table')).toHaveLength(3);
  // The line ends at 48 % of the height between the bottom (40) and the top (2), below the label of the top.
  expect(container.querySelector('polyline')?.getAttribute('points')?.split(' ')[0]).toBe('0,21.76');
  expect(screen.getByText('100 %')).toBeTruthy();
  await expectAccessible(container);
});

test('facts without a value say so', async () => {
  const { container } = render(<Descriptions facts={[{ label: 'Email', value: '' }]} />);
  expect(screen.getByText('Not given')).toBeTruthy();
  await expectAccessible(container);
});

test('progress is shown in percent and stays within its limits', async () => {
  const { container } = render(
    <>
      <ProgressRing percent={140} label="Lesson" />
      <ProgressBar percent={47.6} label="Course" />
      <RouteProgress active />
    </>,
  );
  expect(screen.getByRole('progressbar', { name: 'Lesson' }).getAttribute('aria-valuenow')).toBe('100');
  expect(screen.getByRole('progressbar', { name: 'Course' }).getAttribute('aria-valuenow')).toBe('48');
  expect(screen.getByRole('progressbar', { name: 'Loading page' })).toBeTruthy();
  await expectAccessible(container);
});

test('a card with a title is a region of that name; counts end at 99+', () => {
  render(
    <Card title="Notices">
      <Chip tone="warning">Due</Chip>
      <CountMark count={120} />
      <CountMark count={0} />
    </Card>,
  );
  expect(screen.getByRole('region', { name: 'Notices' }).textContent).toContain('Due99+');
});

test('[3.9] the region picker opens list after list and yields the deepest choice', async () => {
  const tree = buildTree({ '430000': 'Hunan', '430400': 'Hengyang', '430405': 'Zhuhui', '820000': 'Macao' });
  const chosen = vi.fn<(id: string) => void>();
  const { container } = render(<RegionPicker label="Area" tree={tree} value="" onChange={chosen} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Province' }), 'Hunan');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'City' }), 'Hengyang');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'District' }), 'Zhuhui');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Province' }), 'Macao');
  expect(chosen.mock.calls.flat()).toEqual(['430000', '430400', '430405', '820000']);
  expect(screen.queryByRole('combobox', { name: 'City' })).toBeNull();
  await expectAccessible(container);
});
