import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { qrCode } from './qr';
import styles from './qr-code.module.css';

/** A text as a QR code, black on white in both themes: scanners want it so. Nothing when the text is too long. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const rows = useMemo(() => qrCode(text), [text]);
  if (rows === undefined) {
    return null;
  }
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : '')))
    .join('');
  const size = rows.length + 8; // with the quiet zone of four modules
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className={styles['qr']}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
