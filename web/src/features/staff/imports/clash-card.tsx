import { useTranslation } from '@/shared/i18n/use-translation';
import { isDate } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { Stack } from '@/shared/ui/layout';
import { TextField } from '@/shared/ui/text-field';
import styles from './panel.module.css';
import type { Preview } from './queries';

type Clash = Preview['clashes'][number];

/** How many clashes the panel lists. */
const shown = 10;

function ClashItem({ clash }: { clash: Clash }) {
  const { t } = useTranslation('imports');
  const dates = useDates();
  const { kind, object, groups, day, days } = clash;
  const [first = '', second = ''] = groups;
  return (
    <li>
      {t(`clash.${kind}`, { object, first, second })}
      {isDate(day) && (
        <span className={styles['hint']}>{t('clash.when', { date: dates.monthDay(day), count: days })}</span>
      )}
    </li>
  );
}

interface Props {
  preview: Preview;
  reason: string;
  /** Undefined if the preview is read only. */
  onReason: ((text: string) => void) | undefined;
}

/** The clashes that the import would create, and the reason for accepting them. */
export function ClashCard({ preview, reason, onReason }: Props) {
  const { t } = useTranslation('imports');
  const { clashes, clashCount } = preview;
  const more = clashCount - Math.min(clashes.length, shown);
  const title = t('clash.title', { count: clashCount });
  return (
    <Stack as="section" gap={2} aria-label={title} className={styles['brake']}>
      <h3>{title}</h3>
      <p>{t('clash.text')}</p>
      <Stack as="ul" gap={2}>
        {clashes.slice(0, shown).map((clash) => (
          <ClashItem key={[clash.kind, clash.object, ...clash.groups].join(' ')} clash={clash} />
        ))}
        {more > 0 && <li>{t('clash.more', { count: more })}</li>}
      </Stack>
      {onReason !== undefined && (
        <TextField
          label={t('clash.reason')}
          hint={t('clash.hint')}
          maxLength={200}
          value={reason}
          onChange={({ target }) => onReason(target.value)}
        />
      )}
    </Stack>
  );
}
