import { useTranslation } from '@/shared/i18n/use-translation';
import { useQueryParam } from '@/shared/store/page-location';
import { useMoment } from '@/shared/time/use-moment';
import { classNames } from '@/shared/ui/class-names';
import { Select } from '@/shared/ui/select';
import { CheckIcon, HistoryIcon, PencilIcon } from '@/shared/ui/icons';
import styles from './columns.module.css';
import { withField } from './mapping';
import type { Draft, KindItem, SheetColumn } from './queries';

const marks = { title: CheckIcon, known: CheckIcon, remembered: HistoryIcon, hand: PencilIcon };

/** Says how the meaning of a column was found. */
function How({ column }: { column: SheetColumn }) {
  const { t } = useTranslation('imports');
  const moment = useMoment();
  const { how, rememberedFrom, lastHeader, cell, sheetName } = column;
  if (how === 'none') {
    return <span className="text-2 size-13">{t('how.none')}</span>;
  }
  const Mark = marks[how];
  const text =
    how === 'remembered' && rememberedFrom !== null
      ? t('how.rememberedFrom', { name: rememberedFrom.name, time: moment(rememberedFrom.at) })
      : how === 'title'
        ? sheetName
          ? t('how.sheet')
          : t('how.title', { cell })
        : t(`how.${how}`);
  return (
    <span className={styles['how']}>
      <Mark size={14} />
      {text}
      {lastHeader !== '' && <span className={styles['last']}>{t('how.last', { header: lastHeader })}</span>}
    </span>
  );
}

interface Props {
  draft: Draft;
  fields: KindItem['fields'];
  onChange: (columns: { column: number; field: string }[]) => void;
}

/** The columns of the file and the field each is mapped to. */
export function ColumnsTable({ draft, fields, onChange }: Props) {
  const { t } = useTranslation('imports');
  const [looked] = useQueryParam('column'); // a brake card links here
  const options = fields.map(({ name, title, needed }) => ({
    value: name,
    label: needed ? t('columns.neededField', { title }) : title,
  }));
  return (
    <div className={styles['scroller']}>
      <table className={styles['table']}>
        <caption className="visually-hidden">{t('columns.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('columns.theirs')}</th>
            <th scope="col">{t('columns.samples')}</th>
            <th scope="col">{t('columns.ours')}</th>
            <th scope="col">{t('columns.how')}</th>
          </tr>
        </thead>
        <tbody>
          {draft.columns.map((one) => {
            const header = one.header === '' ? t('columns.noHeader', { number: one.column + 1 }) : one.header;
            return (
              <tr key={one.column} data-looked={looked !== undefined && one.field === looked ? true : undefined}>
                <th scope="row">{header}</th>
                <td className={classNames('text-2 size-13', styles['samples'])}>
                  {one.samples.map((sample, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- samples may be equal and never move
                    <span key={index}>{sample}</span>
                  ))}
                </td>
                <td>
                  <Select
                    label={t('columns.meaning', { header })}
                    hideLabel
                    value={one.field}
                    placeholder={t('columns.ignore')}
                    options={options}
                    onChange={({ target }) => onChange(withField(draft.columns, one.column, target.value))}
                  />
                </td>
                <td>
                  <How column={one} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
