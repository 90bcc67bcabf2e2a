import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { IconButton } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { CloseIcon } from '@/shared/ui/icons';
import { Row, Stack } from '@/shared/ui/layout';
import { useExtraWide } from '@/shared/ui/wide';
import styles from './side-panel.module.css';

interface Props {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Always shown beside the main content; only the sheet can be closed. */
  fixed?: boolean;
  /** The main action; it stays in view. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The panel beside the main content, with its own scroll position, if there is room. */
function Beside({ title, onClose, fixed = false, actions, children }: Omit<Props, 'open'>) {
  const { t } = useTranslation('shared');
  const { t: ts } = useTranslation('staff');
  const id = useId();
  useShortcuts(fixed ? {} : { Escape: { label: ts('panel.close'), run: onClose } });
  return (
    <aside aria-labelledby={id} className={styles['panel']}>
      <Row gap={3} justify="space-between" className={styles['header']}>
        <h2 id={id}>{title}</h2>
        {!fixed && <IconButton icon={CloseIcon} size="s" label={t('ui.close')} onClick={onClose} />}
      </Row>
      <div className={styles['body']}>{children}</div>
      {actions !== undefined && (
        <Stack gap={2} className={styles['actions']}>
          {actions}
        </Stack>
      )}
    </aside>
  );
}

/** The place of the panel's content in one of the layouts. */
function Place({ content }: { content: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.append(content), [content]);
  return <div ref={place} className={styles['content']} />;
}

function newContent(): HTMLElement {
  const content = document.createElement('div');
  content.className = styles['content'] ?? '';
  return content;
}

/**
 * Details of the selection, or a preview of what will happen. Beside the main content from 1200 px on; below that a
 * sheet from the right, on a phone from the bottom. The content is one element that moves between the layouts, so that
 * its state is kept.
 */
export function SidePanel({ open, fixed = false, children, ...panel }: Props) {
  const beside = useExtraWide();
  const [content] = useState(newContent);
  const shown = open || fixed;
  return (
    <>
      {shown && createPortal(children, content)}
      {beside ? (
        shown && (
          <Beside {...panel} fixed={fixed}>
            <Place content={content} />
          </Beside>
        )
      ) : (
        <Dialog {...panel} open={open} drawer className={styles['sheet']}>
          <Place content={content} />
        </Dialog>
      )}
    </>
  );
}
