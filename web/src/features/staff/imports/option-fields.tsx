import { useQuery } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { CivilDate } from '@/shared/time/civil';
import { useZone } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import type { Term } from '@/shared/timetable/model';
import { termsQuery } from '@/shared/timetable/terms-query';
import { weekOf } from '@/shared/timetable/weeks';
import { Select } from '@/shared/ui/select';
import { Switch } from '@/shared/ui/switch';
import type { Draft, KindItem } from './queries';

interface Props {
  draft: Draft;
  kind: KindItem;
  onChange: (change: { term: string } | { complete: boolean } | { fromWeek: number }) => void;
}

/** The weeks of a term that are still to come. */
function comingWeeks(term: Term, today: CivilDate): readonly number[] {
  const now = weekOf(term, today);
  return Array.from({ length: term.weeks }, (_, index) => index + 1).filter((week) => week > now);
}

/**
 * Options the file doesn't contain: the term for rows without one, and whether rows missing from the file are removed.
 */
export function OptionFields({ draft, kind, onChange }: Props) {
  const { t, locale } = useTranslation('imports');
  const ofTerm = kind.fields.some(({ name }) => name === 'term');
  const { data } = useQuery({ ...termsQuery, enabled: ofTerm });
  const today = civilAt(useNow(), useZone()).date;
  const term = data?.terms.find(({ id }) => id === (draft.term === '' ? data.current : draft.term));
  const weeks = term === undefined ? [] : comingWeeks(term, today);
  return (
    <>
      {ofTerm && (
        <Select
          label={t('options.term')}
          hint={t('options.termHint')}
          value={draft.term}
          placeholder={t('options.termNow')}
          options={data?.terms.map((term) => ({ value: term.id, label: nameIn(locale, term) })) ?? []}
          onChange={({ target }) => onChange({ term: target.value })}
        />
      )}
      {kind.kind === 'timetable' && (
        <Select
          label={t('options.from')}
          hint={t('options.fromHint')}
          value={draft.fromWeek === 0 ? '' : String(draft.fromWeek)}
          placeholder={t('options.fromNow')}
          options={weeks.map((week) => ({ value: String(week), label: t('options.fromWeek', { week }) }))}
          onChange={({ target }) => onChange({ fromWeek: Number(target.value) })}
        />
      )}
      {kind.kind === 'enrolments' && (
        <Switch
          label={t('options.complete')}
          hint={t('options.completeHint')}
          checked={draft.complete}
          onChange={(complete) => onChange({ complete })}
        />
      )}
    </>
  );
}
