import { useFormats } from './use-translation';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a number of bytes in the page's language: '3.4 MB'. */
export function useFileSize(): (bytes: number) => string {
  const formats = useFormats();
  return (bytes) => {
    const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
    const unit = units[power] ?? 'byte';
    return formats.number(bytes / 1000 ** power, {
      style: 'unit',
      unit,
      unitDisplay: power === 0 ? 'long' : 'short',
      maximumFractionDigits: power > 1 ? 1 : 0,
    });
  };
}
