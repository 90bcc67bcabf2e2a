import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { IconButton } from './button';
import { classNames } from './class-names';
import styles from './dialog.module.css';
import { CloseIcon } from './icons';
import { Cluster, Row } from './layout';

interface Props {
  open: boolean;
  title: string;
  /** Called for Escape, the close button and a click outside. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom, the main one last. */
  actions?: ReactNode;
  /** Announced as an alert; a click outside doesn't close it. */
  alert?: boolean;
  /** A panel at the end of the screen, or at its start. */
  drawer?: boolean | 'start';
  className?: string | undefined;
}

function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog !== null && !dialog.open) {
      dialog.showModal();
      // Otherwise the browser would focus the close button, which comes first.
      dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    }
    return () => dialog?.close(); // returns the focus to where it was
  }, [open]);
  return ref;
}

/** A window above the page, which is inert meanwhile; the focus returns when it closes. */
export function Dialog({ open, title, onClose, children, actions, alert = false, drawer = false, className }: Props) {
  const { t } = useTranslation('shared');
  const id = useId();
  const ref = useModal(open);
  if (!open) {
    return null;
  }
  return (
    // A click on the backdrop is a shortcut; Escape and the close button do the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={alert ? `${id}-body` : undefined}
      className={classNames(
        drawer === false ? styles['dialog'] : styles['drawer'],
        drawer === 'start' && styles['start'],
        className,
      )}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (!alert && event.target === event.currentTarget) {
          onClose();
        }
      }}
    >
      <div className={styles['inside']}>
        <Row gap={4} justify="space-between" className={styles['header']}>
          <h2 id={`${id}-title`}>{title}</h2>
          <IconButton icon={CloseIcon} size="s" label={t('ui.close')} onClick={onClose} />
        </Row>
        <div id={`${id}-body`} className={styles['body']}>
          {children}
        </div>
        {actions !== undefined && (
          <Cluster gap={3} align="stretch" justify="end" className={styles['actions']}>
            {actions}
          </Cluster>
        )}
      </div>
    </dialog>
  );
}

/** A panel, 300 px wide, at the end of the screen. */
export function Drawer(props: Omit<Props, 'alert' | 'drawer'> & { side?: 'start' | 'end' }) {
  const { side = 'end', ...rest } = props;
  return <Dialog {...rest} drawer={side === 'start' ? 'start' : true} />;
}
