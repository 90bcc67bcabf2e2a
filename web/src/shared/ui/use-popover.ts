import { useRef, useState, type RefObject } from 'react';

/** A button and the panel that it opens. */
interface PopoverState {
  open: boolean;
  close: () => void;
  anchor: RefObject<HTMLButtonElement | null>;
  /** What the button must carry. */
  trigger: {
    ref: RefObject<HTMLButtonElement | null>;
    'aria-haspopup': 'dialog';
    'aria-expanded': boolean;
    onClick: () => void;
  };
}

/** Whether a popover is open, and the button that opens and closes it. */
export function usePopover(): PopoverState {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return {
    open,
    close: () => setOpen(false),
    anchor,
    trigger: {
      ref: anchor,
      'aria-haspopup': 'dialog',
      'aria-expanded': open,
      onClick: () => setOpen(!open),
    },
  };
}
