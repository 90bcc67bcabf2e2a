import { useState } from 'react';
import { shortCode } from '@/shared/course/short-code';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { useDates } from '@/shared/time/use-dates';
import { classHref } from '@/shared/timetable/class-href';
import { AppLink } from '@/shared/ui/app-link';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Stack } from '@/shared/ui/layout';
import { TextField } from '@/shared/ui/text-field';
import styles from './clash.module.css';
import { useClashWords } from './clash-words';
import { isHard, useAccept, type Clash } from './queries';

interface Props {
  term: string;
  clash: Clash;
  onClose: () => void;
}

/** Minimum length of a reason in characters; the server has the same limit. */
const shortestReason = 4;

/** Accepts the clash for a reason. */
function Accept({ term, clash, onClose }: Props) {
  const { t } = useTranslation('clashes');
  const { mutate, isPending } = useAccept();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const reason = text.trim();
  const missing = Array.from(reason).length < shortestReason;
  return (
    <Stack
      as="form"
      gap={3}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!missing) {
          mutate(
            { term, clash, reason },
            {
              onSuccess: () => {
                notify('success', t('stand.done'));
                onClose();
              },
            },
          );
        }
      }}
    >
      <TextField
        label={t('stand.reason')}
        hint={t('stand.hint')}
        error={tried && missing ? t('stand.missing') : undefined}
        required
        maxLength={500}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" variant="primary" loading={isPending}>
        {t('stand.do')}
      </Button>
    </Stack>
  );
}

/** All days of a clash, each with a link to the timetable, and the form to accept it. */
export function ClashDetail(props: Props) {
  const { term, clash, onClose } = props;
  const words = useClashWords();
  const dates = useDates();
  const { first, second, days } = clash;
  return (
    <Dialog open title={words.what(clash)} onClose={onClose}>
      <Stack as="ul" gap={2} className={styles['days']}>
        {days.map(({ day, first: one, second: other }) => (
          <li key={day}>
            <span>{dates.short(day)}</span>
            <AppLink href={classHref({ term, class: one, group: first.id, day })} title={first.code}>
              {shortCode(first.code)}
            </AppLink>
            {other !== one && (
              <AppLink href={classHref({ term, class: other, group: second.id, day })} title={second.code}>
                {shortCode(second.code)}
              </AppLink>
            )}
          </li>
        ))}
      </Stack>
      {isHard(clash) && <Accept {...props} />}
    </Dialog>
  );
}
