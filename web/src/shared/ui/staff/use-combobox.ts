import { useState, type KeyboardEvent } from 'react';
import { useSearch, type Choice, type Search, type SearchState } from './use-search';

interface Options {
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  search: Search;
}

/** State and actions of a combobox. */
interface ComboboxState {
  /** The typed text; undefined outside a search. */
  typed: string | undefined;
  state: SearchState;
  all: readonly Choice[];
  active: Choice | undefined;
  open: () => void;
  close: () => void;
  type: (text: string) => void;
  choose: (choice: Choice | null) => void;
  press: (event: KeyboardEvent) => void;
  leave: () => void;
}

/** The behaviour of a combobox: typing searches, arrows choose, Enter takes, Esc and leaving restore. */
export function useCombobox({ value, onChange, search }: Options): ComboboxState {
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const state = useSearch(search, typed);
  const all = typed === undefined ? [] : state.groups.flatMap(({ choices }) => choices);
  // While an answer is pending, the list belongs to an earlier text and must not be chosen from.
  const active = state.phase === 'asking' ? undefined : all[Math.min(at, all.length - 1)];

  const close = (): void => {
    setTyped(undefined);
    state.forget();
  };
  const type = (text: string): void => {
    setTyped(text);
    setAt(0);
  };
  const open = (): void => {
    if (typed === undefined) {
      type(value?.label ?? '');
    }
  };
  const choose = (choice: Choice | null): void => {
    close();
    onChange(choice);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) {
      return; // the keys choose a character of an input method
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      open();
      setAt(typed === undefined ? 0 : (at + step + all.length) % Math.max(1, all.length));
    } else if (event.key === 'Enter' && typed !== undefined) {
      event.preventDefault(); // must not submit the form
      if (active !== undefined) {
        choose(active);
      } else if (state.phase === 'failed') {
        state.retry();
      }
    } else if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation();
      close();
    }
  };
  const leave = (): void => {
    if (typed === '' && value !== null) {
      onChange(null); // the chosen text was deleted
    }
    close();
  };
  return { typed, state, all, active, open, close, type, choose, press, leave };
}
