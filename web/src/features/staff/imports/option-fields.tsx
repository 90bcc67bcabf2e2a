import { useQuery } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { termsQuery } from '@/shared/timetable/terms-query';
import { Select } from '@/shared/ui/select';
import { Switch } from '@/shared/ui/switch';
import type { Draft, KindItem } from './queries';

interface Props {
  draft: Draft;
  kind: KindItem;
  onChange: (change: { term: string } | { complete: boolean }) => void;
}

/**
 * Options the file doesn't contain: the term for rows without one, and whether rows missing from the file are removed.
 */
export function OptionFields({ draft, kind, onChange }: Props) {
  const { t, locale } = useTranslation('imports');
  const ofTerm = kind.fields.some(({ name }) => name === 'term');
  const { data } = useQuery({ ...termsQuery, enabled: ofTerm });
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
