import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Cluster, Stack } from '@/shared/ui/layout';
import { TextField } from '@/shared/ui/text-field';
import { isReason } from './change';
import { ClashLine, keyOf } from './check-view';
import { useWithdraw } from './queries';
import type { Clash, Publication } from './types';
import { usePeople } from './use-people';
import type { Words } from './use-words';

interface Props {
  publication: Publication;
  /** Clashes that the classes would have when they move back. */
  back: readonly Clash[];
  words: Words;
  onKeep: () => void;
}

/** Confirms withdrawing a publication; asks for a reason if that causes a clash. */
export function Withdraw({ publication: { id, told, teachers }, back, words, onKeep }: Props) {
  const { t } = useTranslation('planning');
  const people = usePeople();
  const { mutate, isPending } = useWithdraw();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = back.length > 0 && !isReason(reason);
  return (
    <Stack
      as="form"
      gap={2}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!missing) {
          mutate({ publication: id, reason: reason.trim() });
        }
      }}
    >
      <p className="text-2 size-13">{t('publications.ask', people({ students: told, teachers }))}</p>
      {back.length > 0 && (
        <>
          <p>{t('publications.back')}</p>
          <Stack as="ul" gap={2}>
            {back.map((clash) => (
              <ClashLine key={keyOf(clash)} {...{ clash, words }} />
            ))}
          </Stack>
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
      <Cluster gap={2} align="stretch">
        <Button type="submit" size="s" loading={isPending}>
          {t('publications.really')}
        </Button>
        <Button size="s" variant="text" onClick={onKeep}>
          {t('publications.keep')}
        </Button>
      </Cluster>
    </Stack>
  );
}
