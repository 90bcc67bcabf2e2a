import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { classNames } from './class-names';
import styles from './popover.module.css';

interface Props {
  /** The control that opened it. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  role: 'menu' | 'dialog' | 'listbox';
  label: string;
  id?: string;
  className?: string | undefined;
  /** Opens above its anchor if there is room, as over a player's controls. */
  above?: boolean;
  children: ReactNode;
}

const gap = 6;
const margin = 8;

/**
 * The position of a panel: below its anchor with the ends aligned, on the other side if there is no room, always within
 * the screen.
 */
export function placeUnder(
  anchor: { top: number; bottom: number; right: number },
  panel: { width: number; height: number },
  screen: { width: number; height: number },
  preferAbove = false,
): { left: number; top: number } {
  const left = Math.min(Math.max(margin, anchor.right - panel.width), screen.width - panel.width - margin);
  const below = anchor.bottom + gap;
  const above = anchor.top - gap - panel.height;
  const noRoom = preferAbove || below + panel.height > screen.height - margin;
  const top = noRoom && above >= margin ? above : below;
  return { left: Math.max(margin, left), top };
}

/** Calls back when a click, the focus or Escape leaves the panel and its anchor. */
function useDismiss(
  panel: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const leave = (event: Event): void => {
      const inside = event.composedPath().some((node) => node === panel.current || node === anchor.current);
      if (!inside) {
        close();
      }
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        anchor.current?.focus();
        close();
      }
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', escape, true);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', escape, true);
    };
  }, [panel, anchor]);
}

/** Keeps a panel at its anchor when its content or the window changes, and on any scroll. */
function useFollow(place: () => void): void {
  useLayoutEffect(place);
  useEffect(() => {
    globalThis.addEventListener('resize', place);
    document.addEventListener('scroll', place, true);
    return () => {
      globalThis.removeEventListener('resize', place);
      document.removeEventListener('scroll', place, true);
    };
  }, [place]);
}

/** A panel in the browser's top layer, closed by Escape or a click outside. Render it only while it is open. */
export function Popover({ anchor, onClose, role, label, id, className, above = false, children }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const place = useCallback(() => {
    const panel = ref.current;
    const from = anchor.current?.getBoundingClientRect();
    if (panel !== null && from !== undefined) {
      panel.style.setProperty('--anchor-width', `${from.width}px`);
      const { left, top } = placeUnder(
        from,
        panel.getBoundingClientRect(),
        {
          width: document.documentElement.clientWidth,
          height: globalThis.innerHeight,
        },
        above,
      );
      panel.style.left = `${left}px`;
      panel.style.top = `${top}px`;
    }
  }, [anchor, above]);

  useLayoutEffect(() => {
    const panel = ref.current;
    const opener = anchor.current;
    // Optional: browsers without popovers still show the panel, in the page's own layer.
    (panel as Partial<HTMLElement> | null)?.showPopover?.();
    return () => {
      // If the focus was inside, it must not fall back to the top of the page.
      if (panel?.contains(document.activeElement) === true) {
        opener?.focus();
      }
    };
  }, [anchor]);

  useDismiss(ref, anchor, onClose);
  useFollow(place);

  return (
    <div
      ref={ref}
      popover="manual"
      tabIndex={-1}
      aria-label={label}
      className={classNames(styles['popover'], className)}
      {...{ id, role }}
    >
      {children}
    </div>
  );
}
