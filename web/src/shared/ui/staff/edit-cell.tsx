import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { ErrorIcon } from '@/shared/ui/icons';
import { Cluster } from '@/shared/ui/layout';
import styles from './edit-cell.module.css';

interface Props {
  /** The row and column of the value, for screen readers. */
  label: string;
  value: string;
  /** Why the value is invalid. */
  error?: string | undefined;
  /** A better value, which one click accepts; may be empty. */
  suggestion?: string | undefined;
  onKeep: (value: string) => void;
}

/** The next box to edit in the same table. */
function nextBox(box: HTMLElement): HTMLElement | undefined {
  const boxes = [...(box.closest('table, ul')?.querySelectorAll<HTMLElement>('[data-edit-cell]') ?? [])];
  return boxes[boxes.indexOf(box) + 1];
}

/** A value that is corrected in place. Enter saves it and moves to the next, Esc restores the old one. */
export function EditCell({ label, value, error, suggestion, onKeep }: Props) {
  const { t } = useTranslation('staff');
  const id = useId();
  // What was typed and the value it replaces: it is shown until the value itself changes.
  const [typed, setTyped] = useState<{ over: string; text: string }>();
  const kept = useRef(value);
  const text = typed?.over === value ? typed.text : value;
  const keep = (next: string): void => {
    if (next !== kept.current) {
      kept.current = next;
      onKeep(next);
    }
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const next = nextBox(event.currentTarget);
      keep(text);
      next?.focus();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      setTyped(undefined);
    }
  };
  return (
    <Cluster as="span" gap="0.5 2" className={styles['cell']}>
      <input
        data-edit-cell
        type="text"
        className={styles['box']}
        value={text}
        title={t('edit.hint')}
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : id}
        onChange={({ target }) => setTyped({ over: value, text: target.value })}
        onFocus={() => {
          kept.current = value;
        }}
        onBlur={() => keep(text)}
        onKeyDown={press}
      />
      {error !== undefined && (
        <span id={id} className={styles['reason']} title={error}>
          <ErrorIcon size={12} /> {error}
        </span>
      )}
      {suggestion !== undefined && (
        <Button size="s" variant="text" className={styles['take']} onClick={() => onKeep(suggestion)}>
          {suggestion === '' ? t('edit.empty') : t('edit.take', { value: suggestion })}
        </Button>
      )}
    </Cluster>
  );
}
