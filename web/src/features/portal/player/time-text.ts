/** Parses the value of `t=` as seconds: 90, 90.5, 1:30, 1:02:03, 90s or 1m30s; undefined for anything else. */
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
