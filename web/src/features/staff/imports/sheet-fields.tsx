import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { Select } from '@/shared/ui/select';
import styles from './columns.module.css';
import type { Draft, Kind, KindItem } from './queries';

interface Props {
  draft: Draft;
  kinds: readonly KindItem[];
  onChange: (change: { sheet: string; allSheets: boolean } | { kind: Kind }) => void;
}

/** Stands for all sheets with the same columns. No sheet can have this name. */
const allOfThem = '*';

/** Chooses the sheet, if there are several, and the kind of its rows, each with the reason for the suggestion. */
export function SheetFields({ draft, kinds, onChange }: Props) {
  const { t } = useTranslation('imports');
  const { list } = useFormats();
  const { sheets, sheet, alike, allSheets, kind } = draft;
  const current = sheets.find(({ name }) => name === sheet);
  return (
    <div className={styles['fields']}>
      {sheets.length > 1 && (
        <Select
          label={t('sheet.sheet')}
          hint={allSheets ? t('sheet.allHint', { sheets: list(alike) }) : current?.reason}
          value={allSheets ? allOfThem : sheet}
          options={[
            ...(alike.length > 1 ? [{ value: allOfThem, label: t('sheet.all', { count: alike.length }) }] : []),
            ...sheets.map(({ name, rows, hidden }) => ({
              value: name,
              label: t(hidden ? 'sheet.hidden' : 'sheet.option', { name, count: rows }),
            })),
          ]}
          onChange={({ target }) =>
            onChange(
              target.value === allOfThem
                ? { sheet: alike[0] ?? sheet, allSheets: true }
                : { sheet: target.value, allSheets: false },
            )
          }
        />
      )}
      <Select
        label={t('sheet.kind')}
        hint={draft.kindReason}
        value={kind ?? ''}
        {...(kind === null && { placeholder: t('sheet.choose') })}
        options={kinds.map((one) => ({ value: one.kind, label: t(`kind.${one.kind}`) }))}
        onChange={({ target }) => {
          const chosen = kinds.find((one) => one.kind === target.value);
          if (chosen !== undefined) {
            onChange({ kind: chosen.kind });
          }
        }}
      />
      {draft.headerLine !== null && (
        <p className="text-2 size-13">{t('sheet.header', { line: String(draft.headerLine) })}</p>
      )}
    </div>
  );
}
