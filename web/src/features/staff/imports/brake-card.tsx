import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { SuccessIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import { TextField } from '@/shared/ui/text-field';
import styles from './panel.module.css';
import type { Preview } from './queries';
import { isConfirmed } from './use-apply';

interface Props {
  brake: Preview['brakes'][number];
  typed: string;
  onType: (text: string) => void;
  /** The column whose mapping is the likely cause. */
  href: string;
}

/** Guards an import that changes unusually many people: staff must type the number, and see the likely cause. */
export function BrakeCard({ brake, typed, onType, href }: Props) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  const { title, changed, of, percent, usualPercent, cause } = brake;
  const confirmed = isConfirmed(typed, changed);
  return (
    <Stack as="section" gap={2} aria-label={t('brake.label', { title })} className={styles['brake']}>
      <h3>{t('brake.title', { percent: number(percent), title })}</h3>
      <p>
        {t('brake.share', { changed, of })}{' '}
        {usualPercent !== null && t('brake.usual', { percent: number(usualPercent) })}
      </p>
      {cause !== null && <p>{cause}</p>}
      <p>
        <AppLink href={href}>{t('brake.look')}</AppLink>
      </p>
      <TextField
        label={t('brake.type', { number: String(changed) })}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        {...(typed !== '' && !confirmed && { error: t('brake.wrong', { number: String(changed) }) })}
        trailing={confirmed && <SuccessIcon size={18} className={styles['good'] ?? ''} />}
        onChange={({ target }) => onType(target.value)}
      />
    </Stack>
  );
}
