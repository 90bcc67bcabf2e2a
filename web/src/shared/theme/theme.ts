import { storageKeys } from '@/shared/store/keys';
import { createPersisted } from '@/shared/store/value';

export type Theme = 'light' | 'dark';

/** The stored theme of the page; unknown values count as light. */
export const theme = createPersisted<Theme>(storageKeys.theme, {
  parse: (text) => (text === 'dark' ? 'dark' : 'light'),
  format: (value) => value,
});

/** The specification's theme colour. */
export const themeColour = '#165DFF';

/**
 * Keeps <html data-theme> in step with the theme, including changes in other tabs. Returns the function that stops it.
 */
export function followTheme(root: HTMLElement = document.documentElement): () => void {
  const apply = (): void => {
    root.dataset['theme'] = theme.get();
  };
  apply();
  return theme.subscribe(apply);
}

export function toggleTheme(): void {
  theme.set(theme.get() === 'dark' ? 'light' : 'dark');
}
