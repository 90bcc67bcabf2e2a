import { shortCode } from '@/shared/course/short-code';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { useMoment } from '@/shared/time/use-moment';
import { Chip } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Stack } from '@/shared/ui/layout';
import styles from './clash.module.css';
import { useClashWords } from './clash-words';
import { useTakeBack, type Accepted } from './queries';

function Item({ accepted }: { accepted: Accepted }) {
  const { t } = useTranslation('clashes');
  const words = useClashWords();
  const moment = useMoment();
  const { mutate, isPending } = useTakeBack();
  const { id, kind, first, second, days, reason, by, at } = accepted;
  const what = words.what(accepted);
  return (
    <li>
      <div>
        <Chip>{t(`kind.${kind}`)}</Chip> <b>{what}</b>
        <p>{first.id === second.id ? words.group(first) : `${words.group(first)} · ${words.group(second)}`}</p>
        <p className="text-2 size-13">{days.length === 0 ? t('stand.gone') : words.days(accepted)}</p>
        <p>{t('stand.by', { reason, name: by, when: moment(Date.parse(at)) })}</p>
      </div>
      <Button
        size="s"
        loading={isPending}
        aria-label={t('stand.takeBackOf', { what: `${what}, ${shortCode(first.code)}, ${shortCode(second.code)}` })}
        onClick={() => mutate(id, { onSuccess: () => notify('success', t('stand.taken')) })}
      >
        {t('stand.takeBack')}
      </Button>
    </li>
  );
}

/** The accepted clashes with their reasons and who accepted them; each can be reopened. */
export function AcceptedList({ list }: { list: readonly Accepted[] }) {
  const { t } = useTranslation('clashes');
  return list.length === 0 ? null : (
    <Stack as="section" gap={3} className={styles['stand']} aria-labelledby="clash-accepted">
      <h2 id="clash-accepted">{t('stand.title')}</h2>
      <p>{t('stand.about')}</p>
      <ul className={styles['accepted']}>
        {list.map((accepted) => (
          <Item key={accepted.id} accepted={accepted} />
        ))}
      </ul>
    </Stack>
  );
}
