import { useId, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { FileInput } from '@/shared/ui/file-input';
import { UploadIcon } from '@/shared/ui/icons';
import { Cluster, Stack } from '@/shared/ui/layout';
import { useWide } from '@/shared/ui/wide';
import { chosenFiles, droppedFiles, type FolderFile } from './folder-files';
import styles from './folder.module.css';

interface Props {
  busy: boolean;
  onFiles: (found: FolderFile[]) => void;
}

/** Hides the browser's file input behind a button. */
function Chooser({ label, whole, busy, onFiles }: Props & { label: string; whole: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput
        ref={input}
        multiple
        tabIndex={-1}
        aria-label={label}
        {...(whole && { webkitdirectory: '' })}
        onFiles={(files) => onFiles(chosenFiles(files))}
      />
      <Button disabled={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}

/** A drop zone for a folder or many files. */
export function FolderDrop({ busy, onFiles }: Props) {
  const { t } = useTranslation('recordings');
  const id = useId();
  const wide = useWide();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!busy) {
      void droppedFiles(event.dataTransfer).then(onFiles);
    }
  };
  return (
    // keyboard users have the buttons inside
    <Stack
      gap={2}
      align="center"
      role="group"
      aria-labelledby={id}
      className={classNames(styles['drop'], over && styles['over'])}
      onDragOver={(event) => {
        event.preventDefault(); // otherwise the browser leaves the portal and opens the files
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadIcon size={24} />
      <p id={id}>{t(wide ? 'folder.drop' : 'folder.choose')}</p>
      <p className={styles['aside']}>{t('folder.dropHint')}</p>
      {!wide && <p className={styles['aside']}>{t('folder.phone')}</p>}
      <Cluster gap={2} align="stretch" justify="center">
        {wide && <Chooser label={t('folder.chooseFolder')} whole {...{ busy, onFiles }} />}
        <Chooser label={t('folder.chooseFiles')} whole={false} {...{ busy, onFiles }} />
      </Cluster>
    </Stack>
  );
}
