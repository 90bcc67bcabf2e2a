import { useFormats } from '@/shared/i18n/use-translation';
import { chartSchemes } from '@/shared/theme/colours';
import styles from './chart.module.css';
import { Grid, Row, Stack } from './layout';

/** A palette of ten or of twenty colours. */
export type ChartScheme = keyof typeof chartSchemes;

const noColour = 'currentColor';

/** The colour of the n-th series; it begins again after the last. */
export function chartColour(index: number, scheme: ChartScheme = 10): string {
  const colours = chartSchemes[scheme];
  return colours[index % colours.length] ?? noColour;
}

/** One value with its name. */
interface Datum {
  label: string;
  value: number;
}

/** What every chart takes. */
export interface ChartProps {
  /** What the chart shows; the caption of its table. */
  title: string;
  data: readonly Datum[];
  /** Heads of the two columns of its table. */
  columns: readonly [label: string, value: string];
  scheme?: ChartScheme;
  /** Writes a value; a plain number when absent. */
  format?: (value: number) => string;
}

/** The chart's numbers for those who cannot see it. */
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

/** How a chart writes its values. */
export function useFormat(format: ChartProps['format']): (value: number) => string {
  const formats = useFormats();
  return format ?? ((value) => formats.number(value));
}

/** Horizontal bars, longest first as given; names of any length fit. */
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

/** Points joined by a line, first to last, from zero up. */
export function LineChart(props: ChartProps) {
  const format = useFormat(props.format);
  const top = Math.max(1, ...props.data.map(({ value }) => value));
  const step = 100 / Math.max(1, props.data.length - 1);
  const points = props.data.map(({ value }, index) => `${index * step},${40 - (38 * value) / top}`);
  return (
    <figure className={styles['chart']}>
      <TableTwin {...props} format={format} />
      <div aria-hidden="true">
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
