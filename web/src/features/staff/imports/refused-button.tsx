import { useChange } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { DownloadIcon } from '@/shared/ui/icons';
import { saveRefused, type Draft } from './queries';

interface Props {
  draft: Draft;
  count: number;
  block?: boolean;
}

/** Downloads the rows with errors as a workbook, with an extra column of reasons. */
export function RefusedButton({ draft, count, block = false }: Props) {
  const { t } = useTranslation('imports');
  const download = useChange(() =>
    saveRefused(draft.id, t('refused.file', { file: draft.file.replace(/\.\w+$/u, '') })),
  );
  return (
    <Button block={block} icon={DownloadIcon} loading={download.isPending} onClick={() => download.mutate()}>
      {t('refused.download', { count })}
    </Button>
  );
}
