import { chartColour, TableTwin, useFormat, type ChartProps } from './chart';
import styles from './column-chart.module.css';
import { Row, Stack } from './layout';

/** Vertical columns in the given order, such as the days of a week. */
export function ColumnChart(props: ChartProps) {
  const format = useFormat(props.format);
  const top = Math.max(1, ...props.data.map(({ value }) => value));
  return (
    <figure className={styles['chart']}>
      <TableTwin {...props} format={format} />
      <Row gap={2} align="stretch" aria-hidden="true">
        {props.data.map(({ label, value }) => (
          <Stack gap={1} align="center" shrink key={label} className={styles['column']}>
            <span className={styles['value']}>{value > 0 ? format(value) : ''}</span>
            <svg className={styles['bar']} viewBox="0 0 1 100" preserveAspectRatio="none">
              <rect className={styles['rail']} width="1" height="100" />
              <rect
                y={100 - (100 * value) / top}
                width="1"
                height={(100 * value) / top}
                fill={chartColour(0, props.scheme)}
              />
            </svg>
            <span>{label}</span>
          </Stack>
        ))}
      </Row>
    </figure>
  );
}
