import { useTranslation } from '@/shared/i18n/use-translation';
import { Button, IconButton } from '@/shared/ui/button';
import { TrashIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import { DateField } from '@/shared/ui/staff/date-field';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { useDraftValues } from '@/shared/ui/staff/use-draft-values';
import { TextField } from '@/shared/ui/text-field';
import styles from './calendar.module.css';
import { PublishDialog } from './publish-dialog';
import usual from './usual-holidays.json';
import { arrangementOf, type Row } from './year';

const firstRows: readonly Row[] = usual.map((names, key) => ({
  ...names,
  key,
  from: '',
  to: '',
  makeUp: [],
}));

interface EntryProps {
  row: Row;
  onChange: (change: Partial<Row>) => void;
  onRemove: () => void;
}

function Entry({ row, onChange, onRemove }: EntryProps) {
  const { t } = useTranslation('calendar');
  const change = (at: number, part: Partial<Row['makeUp'][number]>): void =>
    onChange({ makeUp: row.makeUp.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  return (
    <Stack as="fieldset" gap={2} className={styles['entry']}>
      <legend className="visually-hidden">{row.name || t('holiday')}</legend>
      <div className={styles['row']}>
        <TextField
          label={t('nameZh')}
          lang="zh-CN"
          maxLength={60}
          value={row.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextField
          label={t('nameEn')}
          maxLength={60}
          value={row.nameEn}
          onChange={({ target }) => onChange({ nameEn: target.value })}
        />
        <DateField
          label={t('from')}
          value={row.from}
          onChange={(from) => onChange({ from, to: row.to < from ? from : row.to })}
        />
        <DateField
          label={t('to')}
          value={row.to}
          onChange={(to) => onChange({ to })}
          {...(row.from !== '' && { min: row.from })}
        />
        <IconButton icon={TrashIcon} label={t('removeRow', { name: row.name })} onClick={onRemove} />
      </div>
      {row.makeUp.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines are only added and removed
        <div key={at} className={styles['row']}>
          <DateField label={t('makeUpDay')} value={one.date} onChange={(date) => change(at, { date })} />
          <DateField
            label={t('followsDay')}
            hint={t('followsNone')}
            value={one.follows}
            onChange={(follows) => change(at, { follows })}
          />
          <IconButton
            icon={TrashIcon}
            label={t('removeMakeUp', { date: one.date })}
            onClick={() => onChange({ makeUp: row.makeUp.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      <Button size="s" onClick={() => onChange({ makeUp: [...row.makeUp, { date: '', follows: '' }] })}>
        {t('addMakeUp')}
      </Button>
    </Stack>
  );
}

/** Enters a year's public holidays as one table, with a preview, and publishes them together. */
export function ArrangementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('calendar');
  const typed = useDraftValues<{ rows: readonly Row[] }>('calendar arrangement', { rows: firstRows });
  const { rows } = typed.values;
  const setRows = (next: readonly Row[]): void => typed.change({ rows: next });
  const add = (): void => {
    const key = Math.max(0, ...rows.map((row) => row.key + 1));
    setRows([...rows, { key, name: '', nameEn: '', from: '', to: '', makeUp: [] }]);
  };
  return (
    <PublishDialog
      title={t('arrangement')}
      action={t('publishAll')}
      done={t('published')}
      body={arrangementOf(rows)}
      onClose={() => {
        typed.drop();
        onClose();
      }}
    >
      <FormNotes form={typed} />
      <p>{t('arrangementText')}</p>
      {rows.map((row) => (
        <Entry
          key={row.key}
          row={row}
          onChange={(change) => setRows(rows.map((one) => (one.key === row.key ? { ...one, ...change } : one)))}
          onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <p>
        <Button onClick={add}>{t('addRow')}</Button>
      </p>
    </PublishDialog>
  );
}
