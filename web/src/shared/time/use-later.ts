import { startTransition, useEffect, useState } from 'react';
import { breath } from './breath';

/** False in the first drawing, and true soon after it: for what the first screen need not wait for. */
export function useLater(): boolean {
  const [come, setCome] = useState(false);
  useEffect(() => void breath().then(() => startTransition(() => setCome(true))), []);
  return come;
}
