import type { InputHTMLAttributes, Ref } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> & {
  ref?: Ref<HTMLInputElement>;
  /** Called with at least one file; with several only if `multiple` is set. */
  onFiles: (files: File[]) => void;
};

/** The browser's file input, hidden: a label or button next to it is what users see. */
export function FileInput({ onFiles, ...input }: Props) {
  return (
    <input
      className="visually-hidden"
      {...input}
      type="file"
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        target.value = ''; // so that the same file can be chosen again
        if (files.length > 0) {
          onFiles(files);
        }
      }}
    />
  );
}
