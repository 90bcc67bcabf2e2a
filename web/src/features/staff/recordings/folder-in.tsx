import { useEffect } from 'react';
import { refresh } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { useValue } from '@/shared/store/value';
import { Card } from '@/shared/ui/card';
import { FolderDrop } from './folder-drop';
import { describeFiles, type FolderFile } from './folder-files';
import { isSending, prepareQueue, pump } from './folder-queue';
import { sendSides } from './folder-sides';
import { addFiles, changeFolder, folder, mostFiles } from './folder-store';
import { FolderTable } from './folder-table';
import { recordingQueries } from './queries';

/** Reads the dropped files, has them matched and starts uploading. A folder that is too large changes nothing. */
async function takeIn(found: readonly FolderFile[], onTooMany: (count: number) => void): Promise<void> {
  if (found.length === 0) {
    return;
  }
  if (found.length > mostFiles) {
    onTooMany(found.length);
    return;
  }
  changeFolder({ phase: 'reading' });
  try {
    await addFiles(await describeFiles(found));
  } finally {
    changeFolder({ phase: folder.get().rows.length + folder.get().others.length > 0 ? 'there' : 'none' });
  }
  pump(true);
  folder.get().rows.forEach(({ key }) => void sendSides(key));
}

/** Sets up the queue, and warns before leaving the page during an upload. */
function useQueue(): void {
  const { t } = useTranslation('recordings');
  useEffect(() => {
    prepareQueue(t('upload.failure'), () => {
      void refresh(recordingQueries.all());
    });
    const ask = (event: BeforeUnloadEvent): void => {
      if (isSending()) {
        event.preventDefault();
      }
    };
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [t]);
}

/** Uploads a folder of recordings in one queue. */
export function FolderIn() {
  const { t } = useTranslation('recordings');
  const now = useValue(folder);
  const tooMany = (count: number): void => {
    notify('error', t('folder.tooMany', { count, most: mostFiles }));
  };
  useQueue();
  return (
    <Card title={t('folder.card')}>
      <FolderDrop busy={now.phase === 'reading'} onFiles={(found) => void takeIn(found, tooMany)} />
      <p role="status">{now.phase === 'reading' && t('folder.reading')}</p>
      {now.rows.length > 0 && <FolderTable now={now} />}
      {now.others.length > 0 && (
        <details>
          <summary>{t('folder.others', { count: now.others.length })}</summary>
          <ul className="bullets">
            {now.others.map(({ file, reason }) => (
              <li key={file.path}>{`${file.path}: ${reason}`}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
