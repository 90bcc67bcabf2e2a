const two = (value: number): string => String(value).padStart(2, '0');

/** 'YYYY-MM-DD HH:mm:ss' on the wall clock of this device. */
export function formatDateTime(date: Date): string {
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}

/** A copy with every string trimmed and every date as text, however deep. Files and other objects stay as they are. */
export function tidy(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.trim();
  }
  if (value instanceof Date) {
    return formatDateTime(value);
  }
  if (Array.isArray(value)) {
    return value.map(tidy);
  }
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tidy(item)]));
  }
  return value;
}
