import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { IconButton } from './button';
import { classNames } from './class-names';
import { Field, type FieldProps } from './field';
import styles from './field.module.css';
import { MinusIcon, PlusIcon } from './icons';
import { Row } from './layout';

interface Props extends FieldProps {
  value: number;
  min: number;
  max: number;
  step?: number;
  unit?: string;
  onChange: (value: number) => void;
}

/**
 * A number with limits. Typed text takes effect once it is a number within them; leaving the field corrects anything
 * else.
 */
export function NumberField({ value, min, max, step = 1, unit, onChange, ...field }: Props) {
  const { t } = useTranslation('shared');
  const [typed, setTyped] = useState<string>();
  const clamp = (next: number): number => Math.min(max, Math.max(min, next));
  const stepBy = (by: number): void => {
    setTyped(undefined);
    onChange(clamp(value + by));
  };
  return (
    <Field {...field}>
      {(control) => (
        <Row gap={2} className={styles['box']}>
          <IconButton
            size="s"
            icon={MinusIcon}
            label={t('ui.less', { label: field.label })}
            disabled={value <= min}
            onClick={() => stepBy(-step)}
            className={styles['stepper']}
          />
          <input
            type="number"
            inputMode="numeric"
            {...control}
            {...{ min, max, step }}
            value={typed ?? value}
            className={classNames(styles['input'], styles['number'])}
            onChange={({ target }) => {
              setTyped(target.value);
              const next = target.valueAsNumber;
              if (Number.isFinite(next) && next === clamp(next)) {
                onChange(next);
              }
            }}
            onBlur={() => setTyped(undefined)}
          />
          {unit}
          <IconButton
            size="s"
            icon={PlusIcon}
            label={t('ui.more', { label: field.label })}
            disabled={value >= max}
            onClick={() => stepBy(step)}
            className={styles['stepper']}
          />
        </Row>
      )}
    </Field>
  );
}
