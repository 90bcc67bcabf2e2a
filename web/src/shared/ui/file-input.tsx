import type { InputHTMLAttributes, Ref } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> & {
  ref?: Ref<HTMLInputElement>;
  /** One file at least; several where `multiple` allows it. */
  onFiles: (files: File[]) => void;
};

/** The browser's own control for files, out of sight: a label or a button beside it is what is seen. */
export function FileInput({ onFiles, ...input }: Props) {
  return (
    <input
      className="visually-hidden"
      {...input}
      type="file"
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        target.value = ''; // so that the same file can be chosen once more
        if (files.length > 0) {
          onFiles(files);
        }
      }}
    />
  );
}
