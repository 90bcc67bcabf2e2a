import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import { classNames } from '@/shared/ui/class-names';
import { ErrorIcon } from '@/shared/ui/icons';
import { Grid, Row } from '@/shared/ui/layout';
import { TextField } from '@/shared/ui/text-field';
import styles from './accounts.module.css';
import { accountQueries } from './queries';

interface Props {
  value: readonly string[];
  onChange: (next: string[]) => void;
  error: string | undefined;
}

/** Chooses the classes an adviser looks after: chosen ones first, then those that match the text. */
export function ClassChoice({ value, onChange, error }: Props) {
  const { t } = useTranslation('staff-accounts');
  const id = useId();
  const [search, setSearch] = useState('');
  const { data = [] } = useQuery(accountQueries.classes());
  const className = useClassName();
  const wanted = search.trim().toLowerCase();
  // A class without students is in no record, but may already have an adviser.
  const matches = (name: string): boolean => [name, className(name)].some((one) => one.toLowerCase().includes(wanted));
  const rest = data.filter((name) => !value.includes(name) && matches(name));
  return (
    <fieldset className={styles['classes']} aria-describedby={error === undefined ? undefined : id}>
      <legend>{t('form.classes')}</legend>
      {data.length > 8 && (
        <TextField
          label={t('form.findClass')}
          hideLabel
          placeholder={t('form.findClass')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <Grid gap="1 3" min="128px" fill className={styles['choices']}>
        {[...value, ...rest].map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={value.includes(name)}
              aria-invalid={error !== undefined}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, name] : value.filter((one) => one !== name))
              }
            />
            {className(name)}
          </label>
        ))}
      </Grid>
      {data.length === 0 && <p className={classNames('text-2', styles['note'])}>{t('form.noClasses')}</p>}
      {error !== undefined && (
        <Row as="p" gap={1} id={id} role="alert" className={styles['wrong']}>
          <ErrorIcon size={14} />
          {error}
        </Row>
      )}
    </fieldset>
  );
}
