import { useState, type InputHTMLAttributes, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { IconButton } from './button';
import { classNames } from './class-names';
import { Field, type FieldProps } from './field';
import styles from './field.module.css';
import { EyeIcon, EyeOffIcon, WarningIcon, type IconType } from './icons';
import { Row } from './layout';

export interface TextFieldProps
  extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'required' | 'className' | 'size'> {
  icon?: IconType;
  large?: boolean;
  /** Shown inside the box, after the text. */
  trailing?: ReactNode;
}

/** A field with one line. */
export function TextField({
  label,
  hint,
  error,
  required = false,
  hideLabel = false,
  className,
  icon: Icon,
  large = false,
  trailing,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, required, hideLabel, className }}>
      {(control) => (
        <Row gap={2} className={classNames(styles['box'], large && styles['large'])}>
          {Icon && <Icon size={18} />}
          <input type="text" {...input} {...control} className={styles['input']} />
          {trailing}
        </Row>
      )}
    </Field>
  );
}

type PasswordProps = Omit<TextFieldProps, 'type' | 'trailing' | 'onKeyDown' | 'onKeyUp' | 'onMouseDown' | 'onBlur'>;

/** A password field, with a button that shows it and a warning while caps lock is on. */
export function PasswordField(props: PasswordProps) {
  const { t } = useTranslation('shared');
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent | MouseEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div>
      <TextField
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        onKeyDown={watch}
        onKeyUp={watch}
        onMouseDown={watch}
        onBlur={() => setCapsLock(false)}
        trailing={
          <IconButton
            size="s"
            icon={shown ? EyeOffIcon : EyeIcon}
            label={shown ? t('ui.hidePassword') : t('ui.showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        }
      />
      <div role="status">
        {capsLock && (
          <Row as="p" gap={1.5} className="warning size-13">
            <WarningIcon size={14} />
            {t('ui.capsLock')}
          </Row>
        )}
      </div>
    </div>
  );
}
