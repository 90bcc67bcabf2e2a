import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/** The scroll position of each page when it was left. */
type Scrolls = Map<string, number>;

/**
 * Does what a full page load would do: sets the window's title, moves the focus to the start of the page (where a
 * screen reader reads its heading), and restores the scroll position of a page that was open before.
 */
export function usePageChange(
  main: RefObject<HTMLElement | null>,
  page: { name: string; title: string; restoreScroll: boolean },
): void {
  const { name, title, restoreScroll } = page;
  const router = useRouter();
  const before = useRef(name);
  const scrolls = useRef<Scrolls>(new Map());

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    const note = (): void => void scrolls.current.set(name, globalThis.scrollY);
    // Scrolling is recorded as it happens: by the time a page is left, the next one has already changed the height.
    globalThis.addEventListener('scroll', note, { passive: true });
    return () => globalThis.removeEventListener('scroll', note);
  }, [name]);

  useEffect(() => {
    // No focus on the first page: a fresh load starts at the top, with the skip link.
    if (before.current !== '' && before.current !== name) {
      main.current?.focus({ preventScroll: true });
    }
    before.current = name;
  }, [main, name]);

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // After a reload, the router restores the scroll position.
        if (fromLocation !== undefined && pathChanged && restoreScroll) {
          globalThis.scrollTo({ top: scrolls.current.get(name) ?? 0, behavior: 'instant' });
        }
      }),
    [router, name, restoreScroll],
  );
}
