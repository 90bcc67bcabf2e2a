import { useEffect, useMemo, useState, type RefObject } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { ShortcutMap } from '@/shared/shortcuts/shortcuts';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';

interface Options {
  ids: readonly string[];
  scroller: RefObject<HTMLElement | null>;
  selectable: boolean;
  openable: boolean;
  toggle: (id: string, range: boolean) => void;
}

/** Keyboard navigation through the rows. */
interface Walk {
  /** The id of the row in the tab order. */
  current: string | undefined;
  setCurrent: (id: string) => void;
}

const rowOf = (target: EventTarget | null): HTMLElement | undefined =>
  target instanceof HTMLElement && target.dataset['row'] !== undefined ? target : undefined;

/** Opens a row as a click on its name does. */
export function openRow(row: Element): void {
  row.querySelector<HTMLElement>('[data-open]')?.click();
}

/**
 * Moves through rows with arrow keys or J and K, opens with Enter, selects with X; letters work anywhere on the page.
 */
export function useRowKeys(options: Options): Walk {
  const { ids, scroller, selectable, openable, toggle } = options;
  const { t } = useTranslation('staff');
  const [chosen, setCurrent] = useState<string>();
  const [wanted, setWanted] = useState<{ id: string }>();
  // Memoised: scrolling renders the table at every step.
  const at = useMemo(() => (chosen === undefined ? -1 : ids.indexOf(chosen)), [ids, chosen]);
  useEffect(() => {
    // A distant row is only rendered once it is the current one.
    const drawn = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    drawn.find(({ dataset }) => dataset['row'] === wanted?.id)?.focus();
  }, [wanted, scroller]);
  const goTo = (index: number): void => {
    const id = ids[Math.min(ids.length - 1, Math.max(0, index))];
    if (id !== undefined) {
      setCurrent(id);
      setWanted({ id });
    }
  };

  const isHere = (target: EventTarget | null): boolean => {
    const table = target instanceof Element ? target.closest('[data-table]') : null;
    return table === null || table === scroller.current;
  };
  const letter = (label: string, run: () => void): ShortcutMap[string] => ({
    label,
    group: 'list',
    run: ({ target }) => isHere(target) && (run(), true),
  });
  const named = (label: string, run: (row: HTMLElement) => void): ShortcutMap[string] => ({
    label,
    group: 'list',
    run: ({ target }) => {
      const row = isHere(target) ? rowOf(target) : undefined;
      return row !== undefined && (run(row), true);
    },
  });
  const select = (range: boolean) => () => at >= 0 && toggle(ids[at] ?? '', range);
  useShortcuts({
    j: letter(t('table.next'), () => goTo(at + 1)),
    ArrowDown: named(t('table.next'), () => goTo(at + 1)),
    k: letter(t('table.previous'), () => goTo(at - 1)),
    ArrowUp: named(t('table.previous'), () => goTo(at - 1)),
    Home: named(t('table.first'), () => goTo(0)),
    End: named(t('table.last'), () => goTo(ids.length - 1)),
    ...(openable && { Enter: named(t('table.open'), openRow) }),
    ...(selectable && {
      x: letter(t('table.toggle'), select(false)),
      'Shift+x': letter(t('table.toggleRange'), select(true)),
    }),
  });
  return { current: at === -1 ? ids[0] : chosen, setCurrent };
}
