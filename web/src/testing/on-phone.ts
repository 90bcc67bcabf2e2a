import { vi } from 'vitest';

/** Simulates a narrow screen. */
export function onPhone(): void {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: !query.includes('768'),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
}
