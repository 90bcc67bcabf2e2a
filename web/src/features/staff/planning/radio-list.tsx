import { useId, type ReactNode } from 'react';
import { classNames } from '@/shared/ui/class-names';
import { Stack } from '@/shared/ui/layout';
import styles from './composer.module.css';

interface Item {
  id: string;
  label: ReactNode;
  /** How well it fits, at the end of the line. */
  aside: string;
  tone?: 'success' | 'warning' | 'danger';
}

interface Props {
  label: string;
  items: readonly Item[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** A choice between a few options, each with its pros and cons. */
export function RadioList({ label, items, chosen, onChoose }: Props) {
  const name = useId();
  return (
    <Stack as="fieldset" gap={1} className={styles['choices']}>
      <legend className="text-2 size-13">{label}</legend>
      {items.map((item) => (
        <label key={item.id} className={classNames(styles['choice'], chosen === item.id && styles['chosen'])}>
          <input type="radio" name={name} checked={chosen === item.id} onChange={() => onChoose(item.id)} />
          <span>{item.label}</span>
          <span className={styles['aside']} data-tone={item.tone}>
            {item.aside}
          </span>
        </label>
      ))}
    </Stack>
  );
}
