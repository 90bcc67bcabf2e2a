import { useState } from 'react';
import styles from './avatar.module.css';
import { PersonIcon } from './icons';
import { initials } from './initials';

interface Props {
  name: string;
  /** A picture's address; without one, or if it fails to load, the initials are shown. */
  src?: string;
  size?: number;
}

/** A person's picture in a circle. Decorative: the name is beside it or in the label of the parent. */
export function Avatar({ name, src = '', size = 36 }: Props) {
  const [broken, setBroken] = useState('');
  const letters = initials(name);
  return (
    <span
      className={styles['avatar']}
      style={{ inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.4) }}
      aria-hidden="true"
    >
      {src !== '' && src !== broken ? (
        <img src={src} alt="" width={size} height={size} onError={() => setBroken(src)} />
      ) : letters === '' ? (
        <PersonIcon size={size * 0.55} />
      ) : (
        letters
      )}
    </span>
  );
}
