import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useWholeWords } from './use-whole-words';

test('letters that an input method composes are shown, and only the chosen word is reported', () => {
  const reported: string[] = [];
  function Box() {
    const [text, setText] = useState('');
    const typing = useWholeWords(text, (next) => {
      reported.push(next);
      setText(next);
    });
    return <input {...typing} />;
  }
  render(<Box />);
  const box = screen.getByRole<HTMLInputElement>('textbox');
  const type = (value: string, isComposing: boolean): boolean =>
    fireEvent.input(box, { target: { value }, isComposing });
  fireEvent.compositionStart(box);
  type('z', true);
  type('zhong', true);
  expect([box.value, reported]).toEqual(['zhong', []]);
  type('中', true);
  fireEvent.compositionEnd(box);
  expect([box.value, reported]).toEqual(['中', ['中']]);
  type('中a', false);
  expect([box.value, reported]).toEqual(['中a', ['中', '中a']]);
});
