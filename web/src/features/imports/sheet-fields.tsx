import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Select } from '@/shared/ui/select';
import styles from './columns.module.css';
import type { Draft, Kind, KindItem } from './queries';

interface Props {
  draft: Draft;
  kinds: readonly KindItem[];
  onChange: (change: { sheet: string } | { kind: Kind }) => void;
}

/** The sheet, where there are several, and the kind of its rows, each with the reason why it was chosen. */
export function SheetFields({ draft, kinds, onChange }: Props): ReactNode {
  const { t } = useTranslation('imports');
  const { sheets, sheet, kind } = draft;
  const current = sheets.find(({ name }) => name === sheet);
  return (
    <div className={styles['fields']}>
      {sheets.length > 1 && (
        <Select
          label={t('sheet.sheet')}
          hint={current?.reason}
          value={sheet}
          options={sheets.map(({ name, rows, hidden }) => ({
            value: name,
            label: t(hidden ? 'sheet.hidden' : 'sheet.option', { name, count: rows }),
          }))}
          onChange={({ target }) => onChange({ sheet: target.value })}
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
        <p className={styles['quiet']}>{t('sheet.header', { line: String(draft.headerLine) })}</p>
      )}
    </div>
  );
}
