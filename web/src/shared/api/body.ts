const two = (value: number): string => String(value).padStart(2, '0');

/** 'YYYY-MM-DD HH:mm:ss' in this device's time zone. */
export function formatDateTime(date: Date): string {
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}

/** A deep copy with trimmed strings and dates as text. Files and other objects are kept as they are. */
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
