import { clockText } from '@/shared/time/length';

/** How many have watched a place of a lesson. */
export interface CurvePoint {
  label: string;
  value: number;
}

/** The curve of a lesson as points with their times. A short lesson has fewer: no two have the same second. */
export function pointsOf(curve: readonly number[], duration: number): CurvePoint[] {
  const count = Math.max(1, Math.min(curve.length, Math.floor(duration)));
  return Array.from({ length: count }, (_, index) => ({
    label: clockText((duration * index) / count),
    value: curve[Math.floor((index * curve.length) / count)] ?? 0,
  }));
}

/** Where most stop: the place of the largest fall and how many it loses; undefined where nobody stops. */
export function largestFall(points: readonly CurvePoint[]): { label: string; lost: number } | undefined {
  return points
    .map(({ label, value }, index) => ({ label, lost: (points[index - 1]?.value ?? value) - value }))
    .filter(({ lost }) => lost > 0)
    .reduce<{ label: string; lost: number } | undefined>(
      (most, one) => (most === undefined || one.lost > most.lost ? one : most),
      undefined,
    );
}
