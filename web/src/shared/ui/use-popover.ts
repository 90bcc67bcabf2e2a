import { useRef, useState, type RefObject } from 'react';

interface PopoverState {
  open: boolean;
  close: () => void;
  anchor: RefObject<HTMLButtonElement | null>;
  /** The attributes that the button must have. */
  trigger: {
    ref: RefObject<HTMLButtonElement | null>;
    'aria-haspopup': 'dialog';
    'aria-expanded': boolean;
    onClick: () => void;
  };
}

/** The state of a popover and the button that toggles it. */
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
