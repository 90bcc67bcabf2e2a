import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { CheckIcon, type IconType } from './icons';
import styles from './menu.module.css';
import { Popover } from './popover';
import { rovingIndex } from './tabs';

/** An entry of a menu. With `checked` it is one of several choices. */
export interface MenuItem {
  id: string;
  label: string;
  icon?: IconType;
  checked?: boolean;
  disabled?: boolean;
  /** Draws a line above it. */
  separated?: boolean;
  onSelect: () => void;
}

/** The attributes that a menu's button must have. */
export interface TriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
}

interface Props {
  label: string;
  items: readonly MenuItem[];
  renderTrigger: (props: TriggerProps) => ReactNode;
  /** Shown above the items. */
  header?: ReactNode;
  /** Opens above its button. */
  above?: boolean;
}

interface ListProps extends Pick<Props, 'label' | 'items' | 'header' | 'above'> {
  anchor: RefObject<HTMLElement | null>;
  id?: string;
  onClose: () => void;
}

/** The open list of a menu; arrow keys and first letters move, Tab and Escape leave. */
export function MenuList({ anchor, id, onClose, ...props }: ListProps) {
  const { label, items, header, above = false } = props;
  const list = useRef<HTMLDivElement>(null);
  const enabled = (): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? []),
  ];
  useEffect(() => {
    const find = (selector: string) => list.current?.querySelector<HTMLElement>(`${selector}:not(:disabled)`);
    (find('[aria-checked="true"]') ?? find('[role^="menuitem"]'))?.focus({ preventScroll: true });
  }, []);
  const move = (event: KeyboardEvent): void => {
    const all = enabled();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = rovingIndex(event.key, at, all.length);
    if (event.key === 'Tab') {
      anchor.current?.focus();
      onClose();
    } else if (next !== undefined) {
      event.preventDefault();
      all[next]?.focus();
    } else if (event.key.length === 1) {
      const later = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      const letter = event.key.toLowerCase();
      later.find((item) => item.textContent.trim().toLowerCase().startsWith(letter))?.focus();
    }
  };
  return (
    <Popover role="menu" {...{ label, anchor, above, onClose }} {...(id !== undefined && { id })}>
      {header}
      <div ref={list} role="none" className={styles['list']} onKeyDown={move}>
        {items.map(({ icon: Icon, ...item }) => (
          <button
            key={item.id}
            type="button"
            role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={item.checked}
            disabled={item.disabled}
            tabIndex={-1}
            className={styles['item']}
            data-separated={item.separated}
            onClick={() => {
              anchor.current?.focus();
              onClose();
              item.onSelect();
            }}
          >
            {Icon && <Icon size={18} />}
            <span className={styles['label']}>{item.label}</span>
            {item.checked === true && <CheckIcon size={16} />}
          </button>
        ))}
      </div>
    </Popover>
  );
}

/** A button that opens a menu. */
export function Menu({ label, items, renderTrigger, header, above = false }: Props) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      {renderTrigger({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(!open),
      })}
      {open && <MenuList {...{ label, items, header, anchor, id, above }} onClose={() => setOpen(false)} />}
    </>
  );
}
