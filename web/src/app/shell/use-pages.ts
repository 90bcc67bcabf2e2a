import { isExternal, pagesOf } from './entries';
import { useEntries } from './use-entries';

/** The pages that search finds, labelled as in the menu. */
export function usePages(): { href: string; label: string }[] {
  return pagesOf(useEntries()).flatMap(({ href, label }) =>
    href === undefined || isExternal(href) ? [] : [{ href, label }],
  );
}
