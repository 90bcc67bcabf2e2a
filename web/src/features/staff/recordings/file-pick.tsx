import { useId, useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { buttonClass } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { FileInput } from '@/shared/ui/file-input';
import { FileIcon, UploadIcon } from '@/shared/ui/icons';
import { useFileSize } from '@/shared/i18n/use-file-size';
import styles from './file-pick.module.css';

interface PickProps {
  /** The accessible name. It must start with the button's text. */
  name: string;
  accept?: string;
  disabled: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** A button that opens a file dialog and passes the file on at once. */
export function FilePick({ name, accept, disabled, onFile, children }: PickProps) {
  const id = useId();
  return (
    <span className={styles['pick']}>
      <FileInput aria-label={name} {...{ id, accept, disabled }} onFiles={([file]) => file && onFile(file)} />
      <label htmlFor={id} className={buttonClass({ size: 's' })} aria-hidden="true">
        {children}
      </label>
    </span>
  );
}

interface DropProps {
  label: string;
  file: File | null;
  disabled: boolean;
  onFile: (file: File) => void;
}

function useDrop(disabled: boolean, onFile: (file: File) => void) {
  const [over, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent): void => {
      event.preventDefault(); // otherwise the browser leaves the portal and opens the file
      setOver(!disabled);
    },
    onDragLeave: (): void => setOver(false),
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (!disabled && file !== undefined) {
        onFile(file);
      }
    },
  };
  return { over, handlers };
}

/** A drop zone that also opens a file dialog, and then shows the chosen file. */
export function FileDrop({ label, file, disabled, onFile }: DropProps) {
  const { t } = useTranslation('recordings');
  const size = useFileSize();
  const id = useId();
  const { over, handlers } = useDrop(disabled, onFile);
  return (
    <div className={styles['field']}>
      <span id={`${id}-label`} className="text-2 size-14">
        {label}
      </span>
      <FileInput
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-zone`}
        accept="video/*,audio/*,.mkv,.ts"
        {...{ id, disabled }}
        onFiles={([chosen]) => chosen && onFile(chosen)}
      />
      <label
        id={`${id}-zone`}
        htmlFor={id}
        className={classNames(styles['zone'], over && styles['over'])}
        {...handlers}
      >
        {file === null ? (
          <>
            <UploadIcon size={24} className={styles['mark'] ?? ''} />
            <span className={styles['main']}>
              {t('upload.drop')} <span className="accent-text">{t('upload.browse')}</span>
            </span>
            <span className="text-2 size-13">{t('upload.kinds')}</span>
          </>
        ) : (
          <>
            <FileIcon size={24} className={styles['mark'] ?? ''} />
            <span className={styles['main']}>{file.name}</span>
            <span className="text-2 size-13">
              {size(file.size)} · <span className="accent-text">{t('upload.another')}</span>
            </span>
          </>
        )}
      </label>
    </div>
  );
}
