import { useTranslation } from '@/shared/i18n/use-translation';
import { IconButton } from '@/shared/ui/button';
import { copyText } from '@/shared/ui/copy-text';
import { CopyIcon } from '@/shared/ui/icons';

/** Copies a value; the button's name says which. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('student-info');
  const copy = (): void => void copyText(value, t('copied', { field: label }), t('notCopied'));
  return <IconButton icon={CopyIcon} size="s" label={t('copy', { field: label })} onClick={copy} />;
}
