import { useFormats } from '@/shared/i18n/use-translation';

/** Writes a day or an instant of the server as a date; a text that is none stands as it is. */
export function useDay(): (text: string) => string {
  const formats = useFormats();
  return (text) => {
    const civil = /^\d{4}-\d{2}-\d{2}$/u.test(text);
    const date = new Date(civil ? `${text}T00:00:00Z` : text.replace(' ', 'T'));
    if (text === '' || Number.isNaN(date.getTime())) {
      return text;
    }
    return formats.date(date, { dateStyle: 'long', ...(civil && { timeZone: 'UTC' }) });
  };
}
