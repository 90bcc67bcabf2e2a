import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import { classNames } from '@/shared/ui/class-names';
import { ErrorIcon } from '@/shared/ui/icons';
import { Grid, Row } from '@/shared/ui/layout';
import { homeClasses } from '@/shared/ui/staff/use-class-search';
import { TextField } from '@/shared/ui/text-field';
import { useSettled } from '@/shared/ui/use-settled';
import styles from './accounts.module.css';

interface Props {
  value: readonly string[];
  onChange: (next: string[]) => void;
  error: string | undefined;
}

/** With fewer classes than this there is no search field. */
const few = 8;

/** Chooses the classes an adviser looks after: chosen ones first, then those that the server finds. */
export function ClassChoice({ value, onChange, error }: Props) {
  const { t, locale } = useTranslation('staff-accounts');
  const id = useId();
  const [search, setSearch] = useState('');
  const wanted = useSettled(search.trim());
  const { data = [], isSuccess } = useQuery({ ...homeClasses(wanted), placeholderData: keepPreviousData });
  const className = useClassName();
  // A class without students is in no record, but may already have an adviser.
  const chosen = value.map((name) => ({ name, label: className(name) }));
  const found = data.filter(({ name }) => !value.includes(name)).map((one) => ({ ...one, label: nameIn(locale, one) }));
  return (
    <fieldset className={styles['classes']} aria-describedby={error === undefined ? undefined : id}>
      <legend>{t('form.classes')}</legend>
      {(search !== '' || data.length > few) && (
        <TextField
          label={t('form.findClass')}
          hideLabel
          placeholder={t('form.findClass')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <Grid gap="1 3" min="128px" fill className={styles['choices']}>
        {[...chosen, ...found].map(({ name, label }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={value.includes(name)}
              aria-invalid={error !== undefined}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, name] : value.filter((one) => one !== name))
              }
            />
            {label}
          </label>
        ))}
      </Grid>
      {isSuccess && data.length === 0 && wanted === '' && (
        <p className={classNames('text-2', styles['note'])}>{t('form.noClasses')}</p>
      )}
      {error !== undefined && (
        <Row as="p" gap={1} id={id} role="alert" className={styles['wrong']}>
          <ErrorIcon size={14} />
          {error}
        </Row>
      )}
    </fieldset>
  );
}
