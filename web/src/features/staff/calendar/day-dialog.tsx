import { useTranslation } from '@/shared/i18n/use-translation';
import { isDate, type CivilDate } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { Dialog } from '@/shared/ui/dialog';
import { Select } from '@/shared/ui/select';
import { DateField } from '@/shared/ui/staff/date-field';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { useDraftValues } from '@/shared/ui/staff/use-draft-values';
import { TextField } from '@/shared/ui/text-field';
import styles from './calendar.module.css';
import { PublishDialog } from './publish-dialog';
import type { Arrangement, Year } from './queries';
import { followed, infoOf } from './year';

type What = 'follows' | 'off' | 'back';

// A type alias: unlike an interface it is assignable to Record.
type Draft = { what: What; follows: string; note: string };

interface Props {
  year: Year;
  date: CivilDate;
  /** The teaching day the date was dragged onto. */
  follows: CivilDate | undefined;
  onClose: () => void;
}

/** The request body; null if something is missing. */
function bodyOf(
  what: What,
  date: CivilDate,
  follows: string,
  note: string,
  standing: string | undefined,
): Arrangement | null {
  const withdrawMappings = standing === undefined ? [] : [standing];
  const noteField = note.trim() === '' ? {} : { note: note.trim() };
  switch (what) {
    case 'follows':
      return isDate(follows) ? { withdrawMappings, days: [{ date, follows, ...noteField }] } : null;
    case 'off':
      return { withdrawMappings, days: [{ date, ...noteField }] };
    case 'back':
    default:
      return standing === undefined ? null : { withdrawMappings };
  }
}

interface FieldsProps {
  term: Year['terms'][number];
  options: readonly What[];
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

function Fields({ term, options, draft, change }: FieldsProps) {
  const { t } = useTranslation('calendar');
  return (
    <div className={styles['row']}>
      <Select
        label={t('what')}
        options={options.map((value) => ({ value, label: t(`what.${value}`) }))}
        value={draft.what}
        onChange={({ target }) => change({ what: target.value as What })}
      />
      {draft.what === 'follows' && (
        <DateField
          label={t('followsDay')}
          hint={t('followsHint')}
          value={draft.follows}
          onChange={(next) => change({ follows: next })}
          min={term.firstMonday}
          max={term.lastDay}
          term={{ starts: term.firstMonday, weeks: term.weeks }}
        />
      )}
      {draft.what !== 'back' && (
        <TextField
          label={t('note')}
          maxLength={500}
          value={draft.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      )}
    </div>
  );
}

/**
 * Makes a date follow another teaching day, a day off, or a normal day again. Both weeks are previewed before
 * publishing.
 */
export function DayDialog({ year, date, follows: dragged, onClose }: Props) {
  const { t } = useTranslation('calendar');
  const dates = useDates();
  const { term, mapping } = infoOf(year, date);
  const typed = useDraftValues<Draft>(`calendar day ${date} ${dragged ?? ''}`, {
    what: 'follows',
    follows: dragged ?? (mapping && followed(year, mapping)) ?? '',
    note: '',
  });
  const { values, change, drop } = typed;
  const { what, follows, note } = values;
  const close = (): void => {
    drop();
    onClose();
  };
  if (term === undefined) {
    return (
      <Dialog open title={dates.full(date)} onClose={close}>
        <p>{t('noTermHere')}</p>
      </Dialog>
    );
  }
  const options: What[] = mapping === undefined ? ['follows', 'off'] : ['follows', 'off', 'back'];
  const body = bodyOf(what, date, follows, note, mapping?.id);
  return (
    <PublishDialog title={dates.full(date)} action={t('publish')} done={t('published')} body={body} onClose={close}>
      <FormNotes form={typed} />
      <Fields {...{ term, options, change }} draft={values} />
    </PublishDialog>
  );
}
