import { Suspense, useMemo, useState, type ReactNode, type SubmitEvent } from 'react';
import { ApiError } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useRegions } from '@/shared/region/use-regions';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { RegionPicker } from '@/shared/ui/region-picker';
import { Select } from '@/shared/ui/select';
import { Skeleton, SkeletonGroup } from '@/shared/ui/skeleton';
import { errorText } from '@/shared/ui/state';
import { TextArea } from '@/shared/ui/text-area';
import { TextField } from '@/shared/ui/text-field';
import { areaOfCountry, checkProfile, china, chinaOf, countryOptions, maxWords, toEdit } from './profile';
import type { UserInfo } from '@/shared/access/user-info';
import { useEditProfile, type ProfileEdit } from './queries';
import styles from './user-setting-page.module.css';

interface AreaProps {
  value: string;
  error: ReactNode;
  onChange: (area: string) => void;
}

function AreaPicker({ value, error, onChange }: AreaProps) {
  const { t } = useTranslation('account');
  const tree = useRegions();
  return <RegionPicker label={t('profile.area')} tree={chinaOf(tree)} required {...{ value, error, onChange }} />;
}

interface PartProps {
  edit: ProfileEdit;
  set: (change: Partial<ProfileEdit>) => void;
  say: (name: keyof ProfileEdit) => ReactNode;
}

/** The country of residence and, in China, the area. For other countries, the country is the area. */
function Whereabouts({ edit, set, say }: PartProps) {
  const { t, locale } = useTranslation('account');
  const countries = useMemo(() => countryOptions(locale), [locale]);
  const waiting = (
    <SkeletonGroup>
      <Skeleton height={69} />
    </SkeletonGroup>
  );
  return (
    <>
      <Select
        label={t('profile.country')}
        required
        autoComplete="country"
        placeholder={t('profile.choose')}
        options={countries}
        value={edit.countryRegion}
        // Outside China the country is the area.
        error={say('countryRegion') ?? (edit.countryRegion === china ? undefined : say('area'))}
        onChange={({ target }) => set({ countryRegion: target.value, area: areaOfCountry(target.value) })}
      />
      {edit.countryRegion === china && (
        <Suspense fallback={waiting}>
          <AreaPicker value={edit.area} error={say('area')} onChange={(area) => set({ area })} />
        </Suspense>
      )}
    </>
  );
}

/** The field that each of the server's error codes is about. */
const fieldOf: Readonly<Record<string, keyof ProfileEdit>> = {
  'account.email_malformed': 'email',
  'student.bad_email': 'email',
  'account.country_malformed': 'countryRegion',
  'account.area_malformed': 'area',
  'account.introduction_long': 'introduction',
};

/** The server's refusals by field; the rest go under `form`. */
function refusedFields(error: Error | null): Partial<Record<keyof ProfileEdit | 'form', ReactNode>> {
  if (error === null) {
    return {};
  }
  const complaints = error instanceof ApiError ? error.complaints : [];
  const fields = complaints.map(({ code }) => fieldOf[code ?? '']);
  if (fields.length === 0 || fields.includes(undefined)) {
    return { form: errorText(error) };
  }
  return Object.fromEntries(
    complaints.map((one, index) => [fields[index], errorText(new ApiError('refused', 400, [one]))]),
  );
}

/** The part of the profile that the account's owner may edit. */
export function BasicInfo({ info }: { info: UserInfo }) {
  const { t } = useTranslation('account');
  const store = useEditProfile();
  const [edit, setEdit] = useState(() => toEdit(info));
  const [tried, setTried] = useState(false);
  const wrong = checkProfile(edit);
  const refused = refusedFields(store.error);
  const set: PartProps['set'] = (change) => {
    setEdit({ ...edit, ...change });
    store.reset(); // clears the refusal while the user fixes it
  };
  const say: PartProps['say'] = (name) => {
    const key = tried ? wrong[name] : undefined;
    return key === undefined ? refused[name] : t(key);
  };
  const reset = (): void => {
    setEdit(toEdit(info));
    setTried(false);
    store.reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(wrong).length === 0) {
      store.mutate(edit, { onSuccess: () => notify('success', t('profile.saved')) });
    }
  };
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      {(['nickname', 'email'] as const).map((name) => (
        <TextField
          key={name}
          label={t(`profile.${name}`)}
          required
          type={name === 'email' ? 'email' : 'text'}
          autoComplete={name}
          maxLength={name === 'email' ? 254 : 50}
          value={edit[name]}
          error={say(name)}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      ))}
      <Whereabouts {...{ edit, set, say }} />
      <TextArea
        label={t('profile.introduction')}
        maxWords={maxWords}
        value={edit.introduction}
        error={say('introduction')}
        onChange={({ target }) => set({ introduction: target.value })}
      />
      <div role="alert">{refused.form && <p className="danger">{refused.form}</p>}</div>
      <div className={styles['buttons']}>
        <Button type="submit" variant="primary" loading={store.isPending}>
          {t('profile.save')}
        </Button>
        <Button onClick={reset}>{t('profile.reset')}</Button>
      </div>
    </form>
  );
}
