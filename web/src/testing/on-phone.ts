import { vi } from 'vitest';

/** A narrow screen, whatever the environment's own is. */
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
