const pad = (value: number): string => String(value).padStart(2, '0');

/** '13:18', or '1:02:03' from an hour on. */
export function clockText(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** A length in whole hours and minutes, rounded; at least one minute unless it is 0. */
export function hoursAndMinutes(seconds: number): { hours: number; minutes: number } {
  const all = seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0;
  return { hours: Math.floor(all / 60), minutes: all % 60 };
}
