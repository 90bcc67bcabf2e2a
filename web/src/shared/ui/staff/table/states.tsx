import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { CloseIcon, ReloadIcon } from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import { Skeleton, SkeletonGroup } from '@/shared/ui/skeleton';
import { EmptyState, errorText } from '@/shared/ui/state';
import { withToggled } from './filters';
import type { DataTableProps } from './props';
import styles from './table.module.css';
import type { Filter, TableState } from './types';

/** Placeholders for rows. */
function LoadingRows({ height }: { height: number }) {
  return (
    <SkeletonGroup>
      {Array.from({ length: 8 }, (_, row) => (
        <Row key={row} className={styles['bone']} style={{ blockSize: height }}>
          <Skeleton width={`${70 - (row % 3) * 15}%`} />
        </Row>
      ))}
    </SkeletonGroup>
  );
}

/** The failure, its reason and its code in the log, with a button to try again. */
function FailedRows({ label, error, onRetry }: { label: string; error: unknown; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation('staff');
  const { t: shared } = useTranslation('shared');
  return (
    <div role="alert">
      <EmptyState
        drawing="cloud"
        title={t('table.failed', { label })}
        text={errorText(error)}
        action={
          onRetry && (
            <Button icon={ReloadIcon} onClick={onRetry}>
              {shared('ui.retry')}
            </Button>
          )
        }
      />
    </div>
  );
}

interface NoneProps<Row> {
  filters: readonly Filter<Row>[];
  state: TableState;
  onState: (next: TableState) => void;
}

/** Nothing matches: shows the active filters as chips that can be removed. */
function NoneFound<Row>({ filters, state, onState }: NoneProps<Row>) {
  const { t } = useTranslation('staff');
  const used = filters.flatMap((filter) =>
    (state.filters[filter.id] ?? []).map((value) => ({
      id: `${filter.id} ${value}`,
      label: filter.options.find((option) => option.value === value)?.label ?? value,
      takeOff: () => onState({ ...state, filters: withToggled(state.filters, filter, value) }),
    })),
  );
  const searched = {
    id: 'search',
    label: t('table.searched', { text: state.search }),
    takeOff: () => onState({ ...state, search: '' }),
  };
  const all = state.search === '' ? used : [...used, searched];
  return (
    <EmptyState
      drawing="search"
      title={t('table.noneFound')}
      text={t('table.noneFoundText')}
      action={
        <>
          {all.map(({ id, label, takeOff }) => (
            <Button key={id} size="s" icon={CloseIcon} aria-label={t('table.takeOff', { label })} onClick={takeOff}>
              {label}
            </Button>
          ))}
          {all.length > 1 && (
            <Button size="s" variant="text" onClick={() => onState({ ...state, filters: {}, search: '' })}>
              {t('table.takeOffAll')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Shown in place of rows while they load, after a failure, or if there are none or none match. */
export function NoRows<Row>({ props, narrowed }: { props: DataTableProps<Row>; narrowed: boolean }) {
  const { label, error, onRetry, pending = false, rowHeight = 36, filters = [], state, onState } = props;
  if (error !== undefined && error !== null) {
    return <FailedRows {...{ label, error, onRetry }} />;
  }
  if (pending) {
    return <LoadingRows height={typeof rowHeight === 'function' ? 36 : rowHeight} />;
  }
  return narrowed ? <NoneFound {...{ filters, state, onState }} /> : props.empty;
}
