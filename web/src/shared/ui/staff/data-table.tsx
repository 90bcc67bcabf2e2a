import { useRef, useState } from 'react';
import { BulkBar } from './bulk-bar';
import { Body, drawnWhole } from './table/body';
import { saveTable } from './table/export';
import { Foot } from './table/foot';
import { useModel } from './table/model';
import type { DataTableProps } from './table/props';
import { NoRows } from './table/states';
import styles from './table/table.module.css';
import { Toolbar } from './table/toolbar';
import { useNarrow } from './table/use-narrow';

const noFilters: readonly never[] = [];

/** A table to sort, filter, search, select from and export. Above 200 rows only the visible ones are rendered. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, state, onState, filters = noFilters, local = false, fixedOrder = false } = props;
  const { actions, pending = false, error, hasMore = false, onExport, exportByServer = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const narrow = useNarrow(frame);
  const [selecting, setSelecting] = useState(false);
  const model = useModel({ ...props, filters, local, fixedOrder });
  const { selected } = model;
  // There may be very many rows to go through, and usually none is selected.
  const chosen = selected.size === 0 ? [] : model.rows.filter((_, at) => selected.has(model.ids[at] ?? ''));
  const narrowed = state.search !== '' || Object.values(state.filters).some((values) => values.length > 0);
  const none = model.rows.length === 0;
  const exportAs = (kind: 'csv' | 'xlsx'): void => {
    if (onExport !== undefined && (kind === 'xlsx' || hasMore || exportByServer)) {
      onExport(kind);
    } else {
      void saveTable(kind, label, model.columns, model.rows);
    }
  };
  const isEmpty = none && !narrowed && !pending && (error === undefined || error === null);
  return (
    <div ref={frame} className={styles['frame']}>
      {!isEmpty && (
        <Toolbar
          {...{ columns, filters, state, onState }}
          partlyDrawn={model.rows.length > drawnWhole}
          exports={onExport === undefined && exportByServer ? [] : ['csv', 'xlsx']}
          onExport={exportAs}
          selecting={narrow && actions !== undefined ? selecting : undefined}
          onSelecting={setSelecting}
        />
      )}
      {!none ? (
        <>
          <Body {...{ narrow, model, props }} selecting={selecting || chosen.length > 0} chosen={chosen.length} />
          <Foot shown={model.rows.length} props={props} />
        </>
      ) : (
        <NoRows props={props} narrowed={narrowed} />
      )}
      {actions !== undefined && chosen.length > 0 && (
        <BulkBar rows={chosen} actions={actions} onNone={model.selectNone} />
      )}
    </div>
  );
}
