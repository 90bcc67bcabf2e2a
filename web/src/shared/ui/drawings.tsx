import type { ReactNode } from 'react';
import styles from './drawings.module.css';

/** The illustration of an empty or failed part of the page. */
export type DrawingName = 'calendar' | 'inbox' | 'film' | 'search' | 'cloud' | 'door' | 'page' | 'wrench' | 'done';

// Two tones of the accent's background and one line colour, by class, so that both themes fit.
const ground = styles['ground'];
const paper = styles['paper'];
const ink = styles['ink'];
const spot = styles['spot'];

const parts: Record<DrawingName, ReactNode> = {
  calendar: (
    <>
      <rect className={paper} x="42" y="26" width="76" height="68" rx="8" />
      <path className={ink} d="M42 46h76M62 20v12M98 20v12" />
      <rect className={spot} x="54" y="56" width="14" height="10" rx="3" />
      <path className={ink} d="M78 61h28M54 78h20M84 78h22" opacity=".45" />
    </>
  ),
  inbox: (
    <>
      <path className={paper} d="M40 64 54 32h52l14 32v24a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6Z" />
      <path className={ink} d="M40 64h24c0 8 6 14 16 14s16-6 16-14h24" />
      <circle className={spot} cx="80" cy="48" r="6" />
    </>
  ),
  film: (
    <>
      <rect className={paper} x="36" y="30" width="88" height="58" rx="8" />
      <circle className={spot} cx="80" cy="59" r="16" />
      <path className={styles['glyph']} d="m76 52 11 7-11 7Z" />
      <path className={ink} d="M46 100h68M46 100h22" />
    </>
  ),
  search: (
    <>
      <circle className={paper} cx="74" cy="56" r="26" />
      <path className={ink} d="m94 76 18 18M64 52a12 12 0 0 1 10-9" />
      <circle className={spot} cx="112" cy="34" r="6" />
    </>
  ),
  cloud: (
    <>
      <path className={paper} d="M58 84a16 16 0 0 1-2-32 24 24 0 0 1 46-4 18 18 0 0 1 2 36Z" />
      <path className={ink} d="m70 60 20 16M90 60 70 76" />
      <circle className={spot} cx="118" cy="36" r="5" />
    </>
  ),
  door: (
    <>
      <rect className={paper} x="54" y="22" width="52" height="74" rx="6" />
      <path className={ink} d="M44 96h72M66 48h28" opacity=".6" />
      <rect className={spot} x="70" y="56" width="20" height="16" rx="4" />
      <path className={ink} d="M74 56v-4a6 6 0 0 1 12 0v4" />
    </>
  ),
  page: (
    <>
      <path className={paper} d="M52 20h38l20 20v54a6 6 0 0 1-6 6H56a6 6 0 0 1-6-6V26a6 6 0 0 1 2-6Z" />
      <path className={ink} d="M90 20v20h20M64 84c6-8 26-8 32 0" />
      <circle className={spot} cx="69" cy="62" r="4" />
      <circle className={spot} cx="91" cy="62" r="4" />
    </>
  ),
  wrench: (
    <>
      <rect className={paper} x="40" y="30" width="80" height="22" rx="6" />
      <rect className={paper} x="40" y="62" width="80" height="22" rx="6" />
      <path className={ink} d="M68 41h40M68 73h40" opacity=".5" />
      <circle className={spot} cx="54" cy="41" r="4" />
      <path className={ink} d="m50 69 8 8M58 69l-8 8" />
    </>
  ),
  done: (
    <>
      <circle className={paper} cx="80" cy="58" r="34" />
      <path className={styles['tick']} d="m64 58 12 12 22-24" />
      <circle className={spot} cx="124" cy="30" r="5" />
    </>
  ),
};

/** An illustration for an empty or failed part of the page. Decorative: the text beside it says everything. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg viewBox="0 0 160 120" width={160} height={120} className={styles['drawing']} aria-hidden="true">
      <ellipse className={ground} cx="80" cy="66" rx="72" ry="46" />
      {parts[name]}
    </svg>
  );
}
