import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/** Where each page was scrolled to when it was left. */
type Scrolls = Map<string, number>;

/**
 * What a full page load would do by itself: the window's title, the focus at the beginning of the new page (a screen
 * reader reads its heading), and the scroll position of a page that was open before.
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
    // Scrolling is noted as it happens: by the time a page is left, the next one has already changed the height.
    globalThis.addEventListener('scroll', note, { passive: true });
    return () => globalThis.removeEventListener('scroll', note);
  }, [name]);

  useEffect(() => {
    // The first page gets no focus: a fresh load begins at the top, with the skip link.
    if (before.current !== '' && before.current !== name) {
      main.current?.focus({ preventScroll: true });
    }
    before.current = name;
  }, [main, name]);

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // Where a page that is loaded anew was scrolled to is the router's to know.
        if (fromLocation !== undefined && pathChanged && restoreScroll) {
          globalThis.scrollTo({ top: scrolls.current.get(name) ?? 0, behavior: 'instant' });
        }
      }),
    [router, name, restoreScroll],
  );
}
