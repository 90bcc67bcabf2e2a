import { useState, type FormEvent } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { nameIn } from '@/shared/i18n/name-in';
import { Button } from '@/shared/ui/button';
import { RegionField, RegionName } from '@/shared/ui/region-picker';
import { errorText } from '@/shared/ui/state';
import { TextField } from '@/shared/ui/text-field';
import { useEditContact } from './queries';
import { contactFields, contactValue, type ContactField, type StudentRecord } from './record';
import styles from './student-info-page.module.css';

interface EditProps {
  record: StudentRecord;
  field: ContactField;
  label: string;
  onDone: () => void;
}

function Edit({ record, field, label, onDone }: EditProps) {
  const { t } = useTranslation('student-info');
  const [value, setValue] = useState(contactValue(record, field));
  const edit = useEditContact();
  const kind = contactFields[field];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    edit.mutate({ field, value }, { onSuccess: onDone });
  };
  return (
    <form className={styles['edit']} onSubmit={submit}>
      {kind === 'region' ? (
        <RegionField label={label} value={value} error={errorText(edit.error)} onChange={setValue} />
      ) : (
        <TextField
          label={label}
          hideLabel
          type={kind}
          // The field replaces the button that was pressed, so it must take the focus.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={value}
          error={errorText(edit.error)}
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onDone()}
        />
      )}
      <span className={styles['buttons']}>
        <Button type="submit" size="s" variant="primary" loading={edit.isPending}>
          {t('save')}
        </Button>
        <Button size="s" onClick={onDone}>
          {t('cancel')}
        </Button>
      </span>
      {!['email', 'address'].includes(field) && <p className="text-3 size-13">{t('once')}</p>}
    </form>
  );
}

/** A contact field with its value, editable in place if the student may change it. */
export function ContactValue({ record, field, label }: Omit<EditProps, 'onDone'>) {
  const { t, locale } = useTranslation('student-info');
  const [editing, setEditing] = useState(false);
  const value = contactValue(record, field);
  if (editing) {
    return <Edit {...{ record, field, label }} onDone={() => setEditing(false)} />;
  }
  return (
    <span className={styles['value']}>
      {value === '' ? (
        <span className="text-3">{t('notGiven')}</span>
      ) : field === 'nativePlace' ? (
        <RegionName code={value} fallback={nameIn(locale, record.nativePlace)} separator=" / " />
      ) : (
        value
      )}
      {record.editable.includes(field) && (
        <Button
          size="s"
          variant="text"
          className={styles['no-print']}
          onClick={() => setEditing(true)}
          aria-label={t(value === '' ? 'addField' : 'changeField', { field: label })}
        >
          {value === '' ? t('add') : t('change')}
        </Button>
      )}
    </span>
  );
}
