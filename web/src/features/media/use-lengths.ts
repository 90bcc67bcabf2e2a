import { useFormats } from '@/shared/i18n/use-translation';
import { useLength } from '@/shared/time/use-length';

/** Lengths and sizes in words. */
export interface Lengths {
  /** '1 h 12 min'. */
  length: (seconds: number) => string;
  /** '3.4 MB'. */
  size: (bytes: number) => string;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Lengths in the page's language. */
export function useLengths(): Lengths {
  const formats = useFormats();
  const length = useLength();
  return {
    length,
    size: (bytes) => {
      const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
      const unit = units[power] ?? 'byte';
      return formats.number(bytes / 1000 ** power, {
        style: 'unit',
        unit,
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: power > 1 ? 1 : 0,
      });
    },
  };
}
