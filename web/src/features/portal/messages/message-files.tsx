import { useChange } from '@/shared/api/cached';
import { fetchFile } from '@/shared/api/fetch-file';
import { useFileSize } from '@/shared/i18n/use-file-size';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { DownloadIcon } from '@/shared/ui/icons';
import { Cluster } from '@/shared/ui/layout';
import { saveFile } from '@/shared/ui/save-file';
import styles from './message-list.module.css';
import type { Message } from './messages';

type File = Message['attachments'][number];

/** A file of a notice. Fetched through the API: a plain link would be refused. */
function MessageFile({ message, file }: { message: string; file: File }) {
  const { t } = useTranslation('messages');
  const size = useFileSize();
  const save = useChange(async () => {
    const path = `/api/message/${encodeURIComponent(message)}/attachments/${encodeURIComponent(file.id)}`;
    saveFile(file.name, await fetchFile(path));
  });
  return (
    <li>
      <Button
        size="s"
        icon={DownloadIcon}
        loading={save.isPending}
        aria-label={t('download', { name: file.name, size: size(file.size) })}
        onClick={() => save.mutate()}
      >
        <span className="ellipsis">{file.name}</span>
        <span className={styles['fileSize']}>{size(file.size)}</span>
      </Button>
    </li>
  );
}

/** The files of a message. */
export function MessageFiles({ message, files }: { message: string; files: readonly File[] }) {
  const { t } = useTranslation('messages');
  return (
    <Cluster as="ul" gap={2} align="stretch" className={styles['files']} aria-label={t('files')}>
      {files.map((file) => (
        <MessageFile key={file.id} {...{ message, file }} />
      ))}
    </Cluster>
  );
}
