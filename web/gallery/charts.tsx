import { BarChart, LineChart } from '@/shared/ui/chart';
import { ColumnChart } from '@/shared/ui/column-chart';
import { Section } from './section';

const data = [
  { label: 'Finance', value: 72 },
  { label: 'Accounting', value: 48 },
  { label: 'Law', value: 0 },
];
const columns = ['Course', 'Progress'] as const;

export function Charts() {
  return (
    <Section title="chart, column-chart" fields>
      <BarChart title="Bars" columns={columns} data={data} max={100} />
      <LineChart title="Line" columns={columns} data={data} />
      <ColumnChart title="Columns" columns={columns} data={data} />
    </Section>
  );
}
