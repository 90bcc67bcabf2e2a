const pad = (value: number): string => String(value).padStart(2, '0');

/** '13:18', or '1:02:03' from an hour on. */
export function clockText(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** Seconds in what somebody put behind `t=`: 90, 90.5, 1:30, 1:02:03, 90s or 1m30s; undefined for anything else. */
export function parseTime(text: string | undefined): number | undefined {
  const given = (text ?? '').trim();
  if (/^\d+(?:\.\d+)?$/u.test(given)) {
    return Number(given);
  }
  if (/^\d+(?::[0-5]?\d){1,2}$/u.test(given)) {
    return given.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  }
  const words = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/u.exec(given);
  return words === null || given === ''
    ? undefined
    : Number(words[1] ?? 0) * 3600 + Number(words[2] ?? 0) * 60 + Number(words[3] ?? 0);
}

/** Whole hours and minutes of a length, rounded to the minute but never to nothing. */
export function hoursAndMinutes(seconds: number): { hours: number; minutes: number } {
  const all = seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0;
  return { hours: Math.floor(all / 60), minutes: all % 60 };
}
