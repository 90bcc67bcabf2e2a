import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** The standard's quiet zone, in modules; without it some scanners fail. */
const border = 4;

/** A text as a QR code, black on white in both themes because scanners expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border }), [text]);
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
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
