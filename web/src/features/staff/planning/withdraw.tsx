import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/text-field';
import styles from './draft-view.module.css';
import { isReason } from './change';
import { ClashLine, keyOf } from './check-view';
import findings from './composer.module.css';
import { useWithdraw } from './queries';
import type { Clash, Publication } from './types';
import { usePeople } from './use-people';
import type { Words } from './use-words';

interface Props {
  publication: Publication;
  /** What the classes would clash with where they go back to. */
  back: readonly Clash[];
  words: Words;
  onKeep: () => void;
}

/** Asks before a publication is taken back; with a reason when that makes a clash. */
export function Withdraw({ publication: { id, told, teachers }, back, words, onKeep }: Props) {
  const { t } = useTranslation('planning');
  const people = usePeople();
  const { mutate, isPending } = useWithdraw();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = back.length > 0 && !isReason(reason);
  return (
    <form
      className={styles['withdraw']}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!missing) {
          mutate({ publication: id, reason: reason.trim() });
        }
      }}
    >
      <p className={styles['quiet']}>{t('publications.ask', people({ students: told, teachers }))}</p>
      {back.length > 0 && (
        <>
          <p>{t('publications.back')}</p>
          <ul className={findings['findings']}>
            {back.map((clash) => (
              <ClashLine key={keyOf(clash)} {...{ clash, words }} />
            ))}
          </ul>
          <TextField
            label={t('publications.reason')}
            hint={t('publications.reasonHint')}
            error={tried && missing ? t('publications.reasonMissing') : undefined}
            required
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </>
      )}
      <div className={styles['asking']}>
        <Button type="submit" size="s" loading={isPending}>
          {t('publications.really')}
        </Button>
        <Button size="s" variant="text" onClick={onKeep}>
          {t('publications.keep')}
        </Button>
      </div>
    </form>
  );
}
