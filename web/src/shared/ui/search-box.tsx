import type { ReactNode } from 'react';
import { SearchIcon } from './icons';
import { Row } from './layout';
import styles from './search-box.module.css';
import { useWholeWords } from './use-whole-words';

interface Props {
  label: string;
  placeholder?: string;
  /** The id of the list of results. */
  list: string;
  open: boolean;
  /** The id of the chosen result. */
  chosen: string | undefined;
  text: string;
  /** Shown at the end of the box. */
  hint?: ReactNode;
  onText: (text: string) => void;
  onMove: (by: 1 | -1) => void;
  onEnter: () => void;
  onEscape?: () => void;
  onFocus?: ((focused: boolean) => void) | undefined;
}

/** A search box above its results: it keeps the focus, arrow keys choose a result, and Enter opens it. */
export function SearchBox(props: Props) {
  const typing = useWholeWords(props.text, props.onText);
  return (
    <Row gap={2} className={styles['box']}>
      <SearchIcon size={18} />
      <input
        data-autofocus
        type="text"
        role="combobox"
        aria-label={props.label}
        aria-expanded={props.open}
        aria-controls={props.list}
        aria-autocomplete="list"
        aria-activedescendant={props.open ? props.chosen : undefined}
        placeholder={props.placeholder ?? props.label}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
        {...typing}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) {
            return; // the keys choose a character of an input method
          }
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            props.onMove(event.key === 'ArrowDown' ? 1 : -1);
          } else if (event.key === 'Enter') {
            event.preventDefault();
            props.onEnter();
          } else if (event.key === 'Escape') {
            props.onEscape?.();
          }
        }}
        onFocus={() => props.onFocus?.(true)}
        onBlur={() => props.onFocus?.(false)}
      />
      {props.hint}
    </Row>
  );
}
