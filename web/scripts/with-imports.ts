import type { Rolldown } from 'vite';

/** Chunks, what they import before they run, and their style sheets; apart from what is known, and from styles that stand in the page. */
export function withImports(
  bundle: Rolldown.OutputBundle,
  start: readonly string[],
  known: ReadonlySet<string> = new Set(),
): Set<string> {
  const found = new Set<string>();
  const add = (file: string): void => {
    const output = bundle[file];
    if (output?.type === 'chunk' && !found.has(file) && !known.has(file)) {
      found.add(file);
      output.imports.forEach(add);
      output.viteMetadata?.importedCss.forEach((style) => style in bundle && found.add(style));
    }
  };
  start.forEach(add);
  return found;
}
