import { useState, type ChangeEvent, type CompositionEvent } from 'react';

/** The properties of a search's input. */
interface WholeWords {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
}

/** Reports typed text, but not the letters of a word that an input method is still composing: “zhong” is not 中. */
export function useWholeWords(value: string, onText: (text: string) => void): WholeWords {
  const [composed, setComposed] = useState<string | null>(null);
  const finish = (text: string): void => {
    setComposed(null);
    onText(text);
  };
  return {
    value: composed ?? value,
    onChange: ({ target, nativeEvent }) =>
      (nativeEvent as InputEvent).isComposing ? setComposed(target.value) : finish(target.value),
    onCompositionEnd: ({ currentTarget }) => finish(currentTarget.value),
  };
}
