import { useTranslation } from '@/shared/i18n/use-translation';
import { IconButton } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { PencilIcon } from '@/shared/ui/icons';
import { Cluster, Row } from '@/shared/ui/layout';
import { FieldBox } from './field-box';
import type { FieldName } from './fields';
import type { StaffRecord } from './queries';
import styles from './record-card.module.css';
import { NationalId } from './national-id';
import { FieldText, useFieldText } from './use-field-text';

interface Props {
  record: StaffRecord;
  name: FieldName;
  field: { value: string; onChange: (next: string) => void; error: string | undefined };
  /** The value before editing. */
  was: string;
  editing: boolean;
  /** Absent if the viewer may not change it. */
  onEdit: (() => void) | undefined;
}

/** One field: its value, or while editing an input after the old value struck through. */
export function RecordRow({ record, name, field, was, editing, onEdit }: Props) {
  const { t } = useTranslation('students');
  const write = useFieldText(record);
  const label = t(`field.${name}`);
  const changed = field.value.trim() !== was;
  return (
    <div className={styles['row']} data-changed={changed || undefined}>
      <dt>{label}</dt>
      {editing ? (
        <Cluster as="dd" gap="1 2" className={styles['box']}>
          {changed && was !== '' && (
            <s className={classNames('text-3', styles['was'])}>
              <span className="visually-hidden">{t('record.was')}</span>
              {write(name, was)}
            </s>
          )}
          <div className={styles['field']}>
            <FieldBox
              hideLabel
              {...{ name }}
              {...field}
              hint={name === 'nationalId' ? t('record.idHint') : undefined}
            />
          </div>
        </Cluster>
      ) : (
        <Row as="dd" gap={2} justify="space-between" className={classNames('text-1', styles['value'])}>
          {name === 'nationalId' && record.nationalId !== '' ? (
            <NationalId student={record.id} masked={record.nationalId} />
          ) : (
            <span>
              <FieldText {...{ record, name }} />
            </span>
          )}
          {onEdit && (
            <IconButton icon={PencilIcon} size="s" label={t('record.editField', { field: label })} onClick={onEdit} />
          )}
        </Row>
      )}
    </div>
  );
}
