import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useQueryParam } from '@/shared/store/page-location';
import { Stack } from '@/shared/ui/layout';
import { DataTable } from '@/shared/ui/staff/data-table';
import { listProps } from '@/shared/ui/staff/table/list-props';
import { useTableState } from '@/shared/ui/staff/use-table-state';
import { EmptyState } from '@/shared/ui/state';
import { CountsBar } from './counts-bar';
import { consistent, effects, filterIds, isMissing } from './effects';
import styles from './preview.module.css';
import type { Draft, DraftRow, Preview } from './queries';
import type { RowActions } from './row-cells';
import { RowPanel } from './row-panel';
import { layoutOf, mappedColumns } from './shown-columns';
import { useBulkActions } from './use-bulk-actions';
import { usePreviewColumns } from './use-preview-columns';
import { useRows } from './use-rows';

interface Props {
  draft: Draft;
  preview: Preview;
  /** Undefined if the preview is read only. */
  actions: RowActions | undefined;
}

/** Removed records have no line; those with the same name differ in their other cells. */
const rowId = ({ effect, line, name, cells }: DraftRow): string =>
  isMissing(effect) ? [effect, name, ...cells].join(' ') : String(line);
/** Rows with errors need room for a text field and two lines of reason. */
const rowHeight = ({ effect }: DraftRow): number => (effect === 'refused' ? 72 : 36);
const groupOf = ({ effect }: DraftRow): string => effect;

/** Longest reason shown on a chip, in characters; longer ones go into a list. */
const chipText = 24;

/** Filter chips for changed fields and errors, with counts. */
function useFilters({ fields, reasons }: Preview) {
  const { t } = useTranslation('imports');
  return useMemo(
    () =>
      [
        {
          id: 'field',
          label: t('rows.field'),
          single: true,
          options: fields.map(({ field, title, count }) => ({ value: field, label: title, count })),
        },
        {
          id: 'reason',
          label: t('rows.reason'),
          single: true,
          listed: reasons.some(({ text }) => text.length > chipText),
          options: reasons.map(({ code, text, count }) => ({ value: code, label: text, count })),
        },
      ].filter(({ options }) => options.length > 0),
    [fields, reasons, t],
  );
}

/** The heading of rows with the same effect. */
function useGroupLabel(preview: Preview): (group: string) => ReactNode {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  return (group) => {
    const effect = effects.find((one) => one === group) ?? 'unchanged';
    return (
      <>
        {t(`count.${effect}`)} {number(preview[effect])}
        <span className={styles['about']}>{t(`about.${effect}`)}</span>
      </>
    );
  };
}

/** All rows with their effects, those with errors first. */
export function PreviewTable({ draft, preview, actions }: Props) {
  const { t } = useTranslation('imports');
  const columns = useMemo(() => mappedColumns(draft.columns), [draft.columns]);
  const [layout, setLayout] = useState(() => layoutOf(columns, preview.fields, []));
  const { hidden } = layout;
  const [state, setState] = useTableState({ filters: filterIds, hidden, privateSearch: `draft ${draft.id}` });
  const { list, rows, total } = useRows(draft.id, preview, state);
  const wanted = useMemo(() => layoutOf(columns, preview.fields, rows), [columns, preview, rows]);
  if (JSON.stringify(wanted) !== JSON.stringify(layout)) {
    setLayout(wanted);
  }
  const [open, setOpen] = useQueryParam('row');
  const effect = effects.find((one) => one === state.filters['effect']?.at(-1));
  const opened = open === undefined ? undefined : rows.find(({ line }) => line > 0 && String(line) === open);
  // Memoized, so that rows don't render again when more are loaded.
  const rowName = useCallback(({ place, name }: DraftRow) => t('rows.name', { line: place, name }), [t]);
  // Removed records have no line for the panel's URL.
  const openRow = useCallback(({ line }: DraftRow) => line > 0 && setOpen(String(line)), [setOpen]);
  const bulk = useBulkActions(actions);
  const groupLabel = useGroupLabel(preview);
  return (
    <Stack gap={3} shrink className={styles['preview']}>
      <CountsBar
        preview={preview}
        chosen={effect}
        onChoose={(next) => setState({ ...state, filters: next === undefined ? {} : { effect: [next] } })}
      />
      <DataTable
        label={t('rows.title')}
        columns={usePreviewColumns(columns, layout, draft.allSheets, actions)}
        filters={useFilters(preview)}
        {...{ rows, rowId }}
        rowName={rowName}
        state={state}
        onState={(next) => setState(consistent(state, next))}
        {...(effect === undefined && { groupOf, groupLabel })}
        rowHeight={rowHeight}
        onOpen={openRow}
        {...(bulk !== undefined && { actions: bulk })}
        total={total}
        {...listProps(list)}
        exportByServer
        empty={<EmptyState drawing="page" title={t('rows.none')} text={t('rows.noneText')} />}
      />
      {opened !== undefined && <RowPanel row={opened} {...{ columns, actions }} onClose={() => setOpen(undefined)} />}
    </Stack>
  );
}
