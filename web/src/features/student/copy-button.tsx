import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { IconButton } from '@/shared/ui/button';
import { CopyIcon } from '@/shared/ui/icons';

/** Copies a value; what it is stands in its name. */
export function CopyButton({ label, value }: { label: string; value: string }): ReactNode {
  const { t } = useTranslation('student');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      notify('success', t('copied', { field: label }));
    } catch {
      notify('warning', t('notCopied'));
    }
  };
  return (
    <IconButton icon={CopyIcon} size="s" label={t('copy', { field: label })} onClick={() => void copy()} />
  );
}
