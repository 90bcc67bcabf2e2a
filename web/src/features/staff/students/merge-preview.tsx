import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Stack } from '@/shared/ui/layout';
import { DiffCell } from '@/shared/ui/staff/diff-cell';
import styles from './actions.module.css';
import { fieldNames, textsOf } from './fields';
import { studentsQueries, type Merge, type StaffRecord } from './queries';
import { useFieldText } from './use-field-text';

interface Props {
  merge: Merge;
  kept: StaffRecord;
  /** Id of the duplicate. */
  duplicate: string;
}

/** What the record to keep takes from the duplicate, what is lost, and what moves with it. */
export function MergePreview({ merge, kept, duplicate }: Props) {
  const { t } = useTranslation('students');
  const other = useQuery(studentsQueries.record(duplicate)).data;
  const write = useFieldText(other ?? kept);
  const [mine, theirs] = [textsOf(kept.fields), textsOf(other?.fields ?? {})];
  const differ = fieldNames.filter((name) => theirs[name] !== '' && theirs[name] !== mine[name]);
  const moved = merge.moved.filter((one) => one.moved + one.dropped > 0);
  return (
    <Stack gap={3} className={styles['preview']}>
      <table>
        <caption>{t('merge.fields')}</caption>
        <tbody>
          {differ.map((name) => {
            const takes = merge.fields.includes(name);
            return (
              <tr key={name}>
                <th scope="row">{t(`field.${name}`)}</th>
                <td>
                  {takes ? (
                    <DiffCell was={write(name, mine[name])} now={write(name, theirs[name])} />
                  ) : (
                    t('merge.keeps', { kept: write(name, mine[name]), lost: write(name, theirs[name]) })
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <ul className="bullets">
        {moved.map((one) => (
          <li key={one.what}>
            {one.dropped === 0
              ? t('merge.moves', { what: t(`merge.what.${one.what}`), moved: one.moved })
              : t('merge.movesSome', {
                  what: t(`merge.what.${one.what}`),
                  moved: one.moved,
                  dropped: one.dropped,
                })}
          </li>
        ))}
        {moved.length === 0 && <li>{t('merge.movesNothing')}</li>}
      </ul>
    </Stack>
  );
}
