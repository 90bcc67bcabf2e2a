/** Five weeks with the current one in the middle, within the term. */
export function stripWeeks(week: number, weeks: number): number[] {
  const count = Math.min(5, weeks);
  const first = Math.min(Math.max(week - 2, 1), Math.max(weeks - count + 1, 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
