import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names';
import type { IconType } from './icons';
import { Spinner } from './spinner';

/** The emphasis of a button. A page has at most one primary button. */
type ButtonVariant = 'primary' | 'secondary' | 'text' | 'danger';

interface Look {
  variant?: ButtonVariant;
  size?: 's' | 'm' | 'l';
  block?: boolean;
}

/** The classes of a button, for a link that looks like one. */
export function buttonClass({ variant = 'secondary', size = 'm', block = false }: Look = {}): string {
  return classNames(styles['button'], styles[variant], styles[size], block && styles['block']);
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    ref?: Ref<HTMLButtonElement>;
    icon?: IconType;
    /** Work is in progress: the button keeps its place and focus, but does nothing. */
    loading?: boolean;
  };

/** A button with text. */
export function Button({
  variant,
  size,
  block,
  icon: Icon,
  loading = false,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={classNames(
        buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(block && { block }) }),
        className,
      )}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (loading) {
          event.preventDefault(); // also prevents a submit button from submitting twice
        } else {
          onClick?.(event);
        }
      }}
    >
      {loading ? <Spinner size={16} /> : Icon && <Icon size={18} />}
      {children}
    </button>
  );
}

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  ref?: Ref<HTMLButtonElement>;
  icon: IconType;
  /** Its accessible name and tooltip. */
  label: string;
  size?: 's' | 'm';
  /** A small mark at the corner, such as a count. The label should include it. */
  mark?: ReactNode;
};

/** A square button with just an icon. */
export function IconButton({ icon: Icon, label, size = 'm', mark, className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      className={classNames(styles['icon-button'], styles[size], className)}
    >
      <Icon size={size === 's' ? 16 : 20} />
      {mark}
    </button>
  );
}
