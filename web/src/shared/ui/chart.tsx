import { useFormats } from '@/shared/i18n/use-translation';
import { chartSchemes } from '@/shared/theme/colours';
import styles from './chart.module.css';
import { Grid, Row, Stack } from './layout';

export type ChartScheme = keyof typeof chartSchemes;

const noColour = 'currentColor';

/** The colour of the n-th series; repeats after the last one. */
export function chartColour(index: number, scheme: ChartScheme = 10): string {
  const colours = chartSchemes[scheme];
  return colours[index % colours.length] ?? noColour;
}

/** A named value. */
interface Datum {
  label: string;
  value: number;
}

/** The props of every chart. */
export interface ChartProps {
  /** The chart's title, and the caption of its table. */
  title: string;
  data: readonly Datum[];
  /** The headings of the table's two columns. */
  columns: readonly [label: string, value: string];
  scheme?: ChartScheme;
  /** Formats a value; a plain number by default. */
  format?: (value: number) => string;
}

/** The chart's numbers as a table for screen readers. */
export function TableTwin({ title, data, columns, format }: ChartProps & { format: (value: number) => string }) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The function that formats the values of a chart. */
export function useFormat(format: ChartProps['format']): (value: number) => string {
  const formats = useFormats();
  return format ?? ((value) => formats.number(value));
}

/** Horizontal bars in the given order; names of any length fit. */
export function BarChart({ max, ...props }: ChartProps & { max?: number }) {
  const format = useFormat(props.format);
  const top = max ?? Math.max(1, ...props.data.map(({ value }) => value));
  return (
    <figure className={styles['chart']}>
      <TableTwin {...props} format={format} />
      <Stack gap={4} aria-hidden="true">
        {props.data.map(({ label, value }, index) => (
          <Grid key={label} gap="1.5 4" columns="1fr auto">
            <span className="text-2 ellipsis">{label}</span>
            <span className="text-1 medium">{format(value)}</span>
            <svg className={styles['bar']} viewBox="0 0 100 1" preserveAspectRatio="none" height="8">
              <rect className={styles['rail']} width="100" height="1" />
              <rect width={(100 * Math.min(value, top)) / top} height="1" fill={chartColour(index, props.scheme)} />
            </svg>
          </Grid>
        ))}
      </Stack>
    </figure>
  );
}

/** Points joined by a line, on an axis from zero to `max`, or to the highest value. */
export function LineChart({ max = 0, ...props }: ChartProps & { max?: number }) {
  const format = useFormat(props.format);
  const top = Math.max(1, max, ...props.data.map(({ value }) => value));
  const step = 100 / Math.max(1, props.data.length - 1);
  const points = props.data.map(({ value }, index) => `${index * step},${40 - (38 * value) / top}`);
  return (
    <figure className={styles['chart']}>
      <TableTwin {...props} format={format} />
      <div aria-hidden="true">
        <p className={styles['top']}>{format(top)}</p>
        <svg viewBox="0 0 100 40" preserveAspectRatio="none" className={styles['line']}>
          <path className={styles['rule']} d="M0 40h100M0 21h100M0 2h100" />
          <polygon points={`0,40 ${points.join(' ')} 100,40`} fill={chartColour(0, props.scheme)} opacity="0.12" />
          <polyline points={points.join(' ')} fill="none" stroke={chartColour(0, props.scheme)} />
        </svg>
        <Row align="stretch" justify="space-between" className={styles['axis']}>
          <span>{props.data[0]?.label}</span>
          <span>{props.data.at(-1)?.label}</span>
        </Row>
      </div>
    </figure>
  );
}
