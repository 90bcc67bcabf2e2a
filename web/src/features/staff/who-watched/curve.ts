import { clockText } from '@/shared/time/length';

/** How many students have watched a position of a lesson. */
export interface CurvePoint {
  label: string;
  value: number;
}

/** Turns a lesson's curve into points with times. Short lessons have fewer points, so that no two share a second. */
export function pointsOf(curve: readonly number[], duration: number): CurvePoint[] {
  const count = Math.max(1, Math.min(curve.length, Math.floor(duration)));
  return Array.from({ length: count }, (_, index) => ({
    label: clockText((duration * index) / count),
    value: curve[Math.floor((index * curve.length) / count)] ?? 0,
  }));
}

/** The largest drop: where most viewers stop and how many; undefined if there is none. */
export function largestFall(points: readonly CurvePoint[]): { label: string; lost: number } | undefined {
  return points
    .map(({ label, value }, index) => ({ label, lost: (points[index - 1]?.value ?? value) - value }))
    .filter(({ lost }) => lost > 0)
    .reduce<{ label: string; lost: number } | undefined>(
      (most, one) => (most === undefined || one.lost > most.lost ? one : most),
      undefined,
    );
}
