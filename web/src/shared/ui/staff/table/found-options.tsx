import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/text-field';
import { useWholeWords } from '@/shared/ui/use-whole-words';
import { useSearch, type Search } from '@/shared/ui/staff/use-search';
import styles from './filters.module.css';
import { OneOf } from './one-of';

interface Props {
  label: string;
  search: Search;
  used: readonly string[];
  onChoose: (value: string) => void;
}

/** The options that the server finds; before typing, the chosen one and the first ones. */
export function FoundOptions({ label, search, used, onChoose }: Props) {
  const { t } = useTranslation('staff');
  const { t: shared } = useTranslation('shared');
  const [text, setText] = useState('');
  const typing = useWholeWords(text, setText);
  const state = useSearch(search, text);
  const found = state.groups.flatMap(({ choices }) => choices);
  const chosen = text === '' ? used.filter((value) => !found.some(({ id }) => id === value)) : [];
  return (
    <>
      <TextField
        label={t('table.findOption', { label })}
        hideLabel
        placeholder={t('table.findOption', { label })}
        {...typing}
      />
      {[...chosen.map((id) => ({ id, label: id })), ...found].map((one) => (
        <OneOf key={one.id} label={one.label} checked={used.includes(one.id)} onChange={() => onChoose(one.id)} />
      ))}
      <div role="status" className={styles['none']}>
        {state.phase === 'asking' && t('picker.asking')}
        {state.phase === 'there' && found.length === 0 && t('table.noOption')}
        {state.phase === 'failed' && (
          <>
            {t('picker.failed')} <Button onClick={state.retry}>{shared('ui.retry')}</Button>
          </>
        )}
      </div>
    </>
  );
}
