import { useState } from 'react';
import type { DataOf } from '@/shared/api/types';
import { titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { clockText } from '@/shared/time/length';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { lookAt, nextTo, type Chosen } from './places';

type Now = DataOf<'get', '/api/admin/recordings/place'>;

interface Question {
  place: Chosen;
  now: Now;
}

interface Props {
  question: Question;
  onPlace: (place: Chosen) => void;
  onClose: () => void;
}

function ReplaceDialog({ question: { place, now }, onPlace, onClose }: Props) {
  const { t, locale } = useTranslation('recordings');
  const choose = (chosen: Chosen): void => {
    onClose();
    onPlace(chosen);
  };
  return (
    <Dialog
      alert
      open
      title={t('replace.title')}
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus onClick={() => choose(nextTo(place, now))}>
            {t('replace.keepBoth')}
          </Button>
          <Button variant="danger" onClick={() => choose({ ...place, replace: now.asset })}>
            {t('replace.do')}
          </Button>
        </>
      }
    >
      <p>
        {t('replace.plays', { title: titleIn(locale, now), file: now.file, length: clockText(now.duration) })}{' '}
        {now.watched === 0 ? t('replace.notWatched') : t('replace.watched', { count: now.watched })}
      </p>
      <p>{t('replace.after')}</p>
      {now.published && <p>{t('replace.shown')}</p>}
    </Dialog>
  );
}

/**
 * Asks before a recording replaces what a lesson plays. `own` is the recording that is placed, which never replaces
 * itself.
 */
export function usePlaceQuestion(onPlace: (place: Chosen) => void, own = '') {
  const [question, setQuestion] = useState<Question | null>(null);
  const take = async (place: Chosen): Promise<void> => {
    const now = await lookAt(place);
    if (now === null || now.asset === '' || now.asset === own) {
      onPlace(place);
    } else {
      setQuestion({ place, now });
    }
  };
  return {
    take: (place: Chosen) => void take(place).catch(() => undefined), // the client has shown the error
    dialog: question !== null && (
      <ReplaceDialog question={question} onPlace={onPlace} onClose={() => setQuestion(null)} />
    ),
  };
}
