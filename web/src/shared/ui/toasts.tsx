import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { dismiss, notices, type Level, type Notice } from '@/shared/store/notices';
import { useValue } from '@/shared/store/value';
import { Button, IconButton } from './button';
import { classNames } from './class-names';
import { CloseIcon, ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from './icons';
import { Spinner } from './spinner';
import styles from './toasts.module.css';

const icons = {
  info: InfoIcon,
  success: SuccessIcon,
  warning: WarningIcon,
  error: ErrorIcon,
  loading: Spinner,
};

/** How long a notice stays, in ms: long enough to read it twice. Loading notices stay until replaced. */
const stay: Record<Level, number> = {
  info: 4000,
  success: 4000,
  warning: 8000,
  error: 8000,
  loading: Number.POSITIVE_INFINITY,
};

/** Notices with an action stay longer. */
const stayWithAction = 10_000;

/** The notice's text. A code at its start is shown below in small print, but still read first. */
function NoticeText({ text }: { text: string }) {
  const match = /\[[\w.-]+\]/u.exec(text);
  if (match === null) {
    return <span className={styles['text']}>{text}</span>;
  }
  const [code] = match;
  return (
    <span className={classNames(styles['text'], match.index === 0 && styles['coded'])}>
      {text.slice(0, match.index)}
      <small className={styles['code']}>{code}</small>
      {text.slice(match.index + code.length)}
    </span>
  );
}

function Toast({ notice }: { notice: Notice }) {
  const { t } = useTranslation('shared');
  const { id, level, text, action } = notice;
  const [paused, setPaused] = useState(false);
  const before = useRef<HTMLElement>(null);
  const time = action === undefined ? stay[level] : stayWithAction;
  useEffect(() => {
    if (paused || time === Number.POSITIVE_INFINITY) {
      return undefined;
    }
    const timer = setTimeout(() => dismiss(id), time);
    return () => clearTimeout(timer);
  }, [id, time, paused]);
  const Icon = icons[level];
  const close = (): void => {
    dismiss(id);
    before.current?.focus(); // keyboard users continue where they were
  };
  return (
    // A toast under the pointer or with the focus is being read, so it stays.
    <div
      className={classNames(styles['toast'], styles[level])}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setPaused(true);
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
          before.current = relatedTarget;
        }
      }}
      onBlur={() => setPaused(false)}
    >
      <Icon size={18} />
      <NoticeText text={text} />
      {action && (
        <Button
          size="s"
          variant="text"
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon={CloseIcon} size="s" label={t('ui.dismiss')} onClick={close} />
    </div>
  );
}

const urgent = (notice: Notice): boolean => notice.level === 'warning' || notice.level === 'error';

/**
 * Opens the layer and leaves it open: screen readers only announce additions to an existing region. Reopening moves it
 * to the top of the top layer, above any dialog.
 */
function raise(layer: Partial<HTMLElement> | null, hasNotices: boolean): void {
  const open = layer?.matches?.(':popover-open') === true;
  if (open && hasNotices && document.querySelector('dialog[open]') !== null) {
    layer?.hidePopover?.();
    layer?.showPopover?.();
  } else if (!open) {
    layer?.showPopover?.();
  }
}

/** The current notices, above everything. Warnings and errors interrupt a screen reader, others wait. */
export function Toasts() {
  const all = useValue(notices);
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => raise(layer.current, all.length > 0), [all]);
  return (
    <div ref={layer} popover="manual" className={classNames('no-print', styles['layer'])}>
      <div role="alert" aria-atomic="false">
        {all.filter(urgent).map((notice) => (
          <Toast key={notice.id} notice={notice} />
        ))}
      </div>
      <div role="status" aria-atomic="false">
        {all
          .filter((notice) => !urgent(notice))
          .map((notice) => (
            <Toast key={notice.id} notice={notice} />
          ))}
      </div>
    </div>
  );
}
