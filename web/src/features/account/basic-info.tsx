import type { ReactNode, SubmitEvent } from 'react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useRegions } from '@/shared/region/use-regions';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { RegionPicker } from '@/shared/ui/region-picker';
import { Select } from '@/shared/ui/select';
import { Skeleton, SkeletonGroup } from '@/shared/ui/skeleton';
import { TextArea } from '@/shared/ui/text-area';
import { TextField } from '@/shared/ui/text-field';
import { areaOfCountry, checkProfile, china, chinaOf, countryOptions, maxWords, toEdit } from './profile';
import type { UserInfo } from '@/shared/store/user-info';
import type { ProfileEdit } from './queries';
import { useEditProfile } from './queries';
import styles from './user-setting-page.module.css';

interface AreaProps {
  value: string;
  error: string | undefined;
  onChange: (area: string) => void;
}

function AreaPicker({ value, error, onChange }: AreaProps): ReactNode {
  const { t } = useTranslation('account');
  const tree = useRegions();
  return (
    <RegionPicker label={t('profile.area')} tree={chinaOf(tree)} required {...{ value, error, onChange }} />
  );
}

interface PartProps {
  edit: ProfileEdit;
  set: (change: Partial<ProfileEdit>) => void;
  say: (name: keyof ProfileEdit) => string | undefined;
}

/** Where somebody lives: the country, and in China the area. A country elsewhere is an area itself. */
function Whereabouts({ edit, set, say }: PartProps): ReactNode {
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
        error={say('countryRegion')}
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

/** The part of the profile that belongs to its owner. */
export function BasicInfo({ info }: { info: UserInfo }): ReactNode {
  const { t } = useTranslation('account');
  const store = useEditProfile();
  const [edit, setEdit] = useState(() => toEdit(info));
  const [tried, setTried] = useState(false);
  const wrong = checkProfile(edit);
  const set: PartProps['set'] = (change) => setEdit({ ...edit, ...change });
  const say: PartProps['say'] = (name) => {
    const key = tried ? wrong[name] : undefined;
    return key === undefined ? undefined : t(key);
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
      <div className={styles['buttons']}>
        <Button type="submit" variant="primary" loading={store.isPending}>
          {t('profile.save')}
        </Button>
        <Button onClick={() => setEdit(toEdit(info))}>{t('profile.reset')}</Button>
      </div>
    </form>
  );
}
