import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { WarningIcon } from '@/shared/ui/icons';
import { Cluster, Row, Stack } from '@/shared/ui/layout';
import { fieldNames, textsOf, type FieldName, type RecordTexts } from './fields';
import type { StaffRecord } from './queries';
import styles from './record-card.module.css';
import { useFieldText } from './use-field-text';

interface Props {
  form: { value: (name: FieldName) => { onChange: (next: string) => void } };
  /** The texts of the form before and after editing. */
  initial: RecordTexts;
  changes: Partial<RecordTexts>;
  /** The record with someone else's changes. */
  latest: StaffRecord;
  /** The fields that both have changed and for which no version is chosen yet. */
  undecided: readonly FieldName[];
  onKeep: (name: FieldName) => void;
}

/** Shows changes someone else made to the record in the meantime beside those in the form. */
export function Conflict({ form, initial, changes, latest, undecided, onKeep }: Props) {
  const { t } = useTranslation('students');
  const write = useFieldText(latest);
  const theirs = textsOf(latest.fields);
  const moved = fieldNames.filter((name) => theirs[name] !== initial[name]);
  const textOf = (name: FieldName, text: string): string => (text === '' ? t('record.notGiven') : write(name, text));
  return (
    <Stack gap={2} role="alert" className={styles['conflict']}>
      <Row as="p" gap={2} className="warning bold">
        <WarningIcon size={16} />
        {t('conflict.title')}
      </Row>
      {moved.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('conflict.field')}</th>
              <th scope="col">{t('conflict.theirs')}</th>
              <th scope="col">{t('conflict.yours')}</th>
            </tr>
          </thead>
          <tbody>
            {moved.map((name) => {
              const mine = changes[name];
              return (
                <tr key={name}>
                  <th scope="row">{t(`field.${name}`)}</th>
                  <td>{textOf(name, theirs[name])}</td>
                  <td>
                    {mine === undefined ? (
                      t('conflict.notChanged')
                    ) : (
                      <Cluster as="span" gap={2} inline>
                        {textOf(name, mine)}
                        {undecided.includes(name) && (
                          <Button size="s" variant="text" onClick={() => onKeep(name)}>
                            {t('conflict.keepMine')}
                          </Button>
                        )}
                        <Button size="s" variant="text" onClick={() => form.value(name).onChange(initial[name])}>
                          {t('conflict.takeTheirs')}
                        </Button>
                      </Cluster>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <p>{t(undecided.length > 0 ? 'conflict.choose' : 'conflict.text')}</p>
    </Stack>
  );
}
