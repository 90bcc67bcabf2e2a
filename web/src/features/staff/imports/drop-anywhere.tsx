import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { UploadIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import styles from './drop-anywhere.module.css';
import { useSendFiles } from './uploads';

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** Whether files are dragged over a part of the page that doesn't handle them itself. */
function useFileDrag(onDrop: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const ended = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', run: (event: DragEvent) => void): void =>
      globalThis.addEventListener(type, run, { signal: ended.signal });
    listen('dragover', (event) => {
      const free = carriesFiles(event) && !event.defaultPrevented;
      setOver(free);
      if (free) {
        event.preventDefault(); // otherwise the browser leaves the portal and opens the file
      }
    });
    listen('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) {
        setOver(false); // the pointer left the window
      }
    });
    listen('drop', (event) => {
      setOver(false);
      if (carriesFiles(event) && !event.defaultPrevented) {
        event.preventDefault();
        drop([...(event.dataTransfer?.files ?? [])]);
      }
    });
    return () => ended.abort();
  }, []);
  return over;
}

/** Opens the import wizard with a file dropped anywhere on the page. */
export function DropAnywhere() {
  const { t } = useTranslation('imports');
  const over = useFileDrag(useSendFiles());
  return (
    over && (
      <div className={styles['overlay']} aria-hidden="true">
        <Stack as="p" gap={2} align="center" className={styles['box']}>
          <UploadIcon size={24} />
          {t('drop.overlay')}
        </Stack>
      </div>
    )
  );
}
