import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { shortCode } from '@/shared/course/short-code';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Card } from '@/shared/ui/card';
import { Select } from '@/shared/ui/select';
import { Combobox } from '@/shared/ui/staff/combobox';
import { useClassSearch } from '@/shared/ui/staff/use-class-search';
import type { Search } from '@/shared/ui/staff/use-search';
import { TextArea } from '@/shared/ui/text-area';
import { classChoice, groupChoice, isFound, isPlain, numbersIn, type ComposeFormState } from './compose';
import styles from './notices.module.css';
import { noticeQueries, type Audiences } from './queries';
import type { ReachedState } from './use-reached';

interface Props {
  form: ComposeFormState;
  audiences: Audiences;
  reached: ReachedState;
}

/** Unknown numbers listed by name; the rest is a count. */
const maxListed = 10;

/** Finds courses or groups with the search of the header. */
function useFind(kind: 'class' | 'course' | 'group'): Search {
  const { t, locale } = useTranslation('notices');
  const client = useQueryClient();
  return async (text) => {
    if (text === '') {
      return [];
    }
    const found = await client.fetchQuery({
      queryKey: [...noticeQueries.all(), 'find', text],
      queryFn: ({ signal }) => api.get('/api/admin/search', { query: { text }, signal, quiet: true }),
    });
    const choices = found
      .filter((one) => one.kind === kind)
      .map((one) => ({
        id: one.id,
        label: [shortCode(one.code), nameIn(locale, one)].filter(Boolean).join(' '),
        note: nameIn(locale, { name: one.detail, nameEn: one.detailEn }),
      }));
    return [{ label: t(`audience.${kind}`), choices }];
  };
}

/** Finds a class, course or group by typing. */
function FoundField({ form, kind }: { form: ComposeFormState; kind: 'class' | 'course' | 'group' }) {
  const { t } = useTranslation('notices');
  const found = useFind(kind);
  const classes = useClassSearch(t('audience.class'));
  const search = kind === 'class' ? classes : found;
  const { value, onChange, error } = form.value('choice');
  return (
    <Combobox
      label={t(`audience.${kind}`)}
      placeholder={t('audience.findHint')}
      {...{ value, onChange, search }}
      error={error ?? form.value('target').error}
    />
  );
}

/** Chooses one of a teacher's own groups, or of an adviser's own classes. */
function OwnField({ form, audiences, kind }: Omit<Props, 'reached'> & { kind: 'class' | 'group' }) {
  const { t, locale } = useTranslation('notices');
  const { value, onChange, error } = form.value('choice');
  const own = {
    group: audiences.groups.map((one) => ({
      label: `${shortCode(one.code)} ${nameIn(locale, { name: one.course, nameEn: one.courseEn })}`,
      choice: groupChoice(one),
    })),
    class: audiences.classes.map((one) => ({ label: nameIn(locale, one), choice: classChoice(one) })),
  }[kind];
  return (
    <Select
      label={t(`audience.${kind}`)}
      placeholder={t('audience.choose')}
      options={own.map(({ label, choice }) => ({ label, value: choice.id }))}
      value={value?.id ?? ''}
      error={error}
      onChange={({ target }) => onChange(own.find(({ choice }) => choice.id === target.value)?.choice ?? null)}
    />
  );
}

/** Chooses a campus, programme or year. */
function ListField({ form, audiences, kind }: Omit<Props, 'reached'> & { kind: 'campus' | 'programme' | 'year' }) {
  const { t, locale } = useTranslation('notices');
  const { value, onChange, error } = form.value('target');
  const options = {
    campus: audiences.campuses.map((one) => ({ value: one.code, label: nameIn(locale, one) })),
    programme: audiences.programmes.map((one) => ({ value: one.code, label: nameIn(locale, one) })),
    year: audiences.years.map((year) => ({
      value: String(year),
      label: t('audience.yearOf', { year: String(year) }),
    })),
  };
  return (
    <Select
      label={t(`audience.${kind}`)}
      placeholder={t('audience.choose')}
      options={options[kind]}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** A list of student numbers; unknown ones are listed at the field. */
function Numbers({ form, reached }: Omit<Props, 'audiences'>) {
  const { t } = useTranslation('notices');
  const { value, onChange, error } = form.value('numbers');
  const unknown = reached.data?.unknown ?? [];
  const names = [...unknown.slice(0, maxListed), ...(unknown.length > maxListed ? ['…'] : [])].join(
    t('audience.comma'),
  );
  const wrong = unknown.length > 0 ? t('audience.unknown', { count: unknown.length, names }) : undefined;
  return (
    <TextArea
      label={t('audience.numbers')}
      hint={t('audience.numbersHint', { count: numbersIn(value).length })}
      error={wrong ?? error}
      rows={5}
      value={value}
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Chooses the recipients. */
export function AudienceFields({ form, audiences, reached }: Props) {
  const { t } = useTranslation('notices');
  const { value: kind, onChange } = form.value('audience');
  const options = audiences.kinds.map((value) => ({ value, label: t(`audience.${value}`) }));
  const own = (kind === 'group' && audiences.groups.length > 0) || (kind === 'class' && audiences.classes.length > 0);
  return (
    <Card title={t('compose.audience')}>
      <div className={styles['row']}>
        <Select
          label={t('compose.audienceKind')}
          options={options}
          value={kind}
          onChange={({ target }) => {
            const next = audiences.kinds.find((one) => one === target.value);
            if (next !== undefined) {
              onChange(next);
              form.value('target').onChange(''); // a campus is no class
              form.value('choice').onChange(null);
            }
          }}
        />
        {isPlain(kind) && <ListField key={kind} {...{ form, audiences, kind }} />}
        {isFound(kind) && !own && <FoundField key={kind} {...{ form, kind }} />}
        {own && <OwnField key={kind} {...{ form, audiences, kind }} />}
      </div>
      {kind === 'list' && <Numbers {...{ form, reached }} />}
    </Card>
  );
}
