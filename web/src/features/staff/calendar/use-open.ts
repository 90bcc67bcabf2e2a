import { useQueryParam } from '@/shared/store/page-location';

type Kind = 'term' | 'scheme' | 'day' | 'arrangement';

/**
 * Which dialog of a kind is open; empty: that of something new. It stands in the address, one at a time, so that it is
 * still there after a reload.
 */
export function useOpen(kind: Kind): [id: string | undefined, open: (id: string | undefined) => void] {
  const [edit, setEdit] = useQueryParam('edit');
  const id = edit === kind ? '' : edit?.startsWith(`${kind}:`) === true ? edit.slice(kind.length + 1) : undefined;
  return [id, (next) => setEdit(next === undefined ? undefined : next === '' ? kind : `${kind}:${next}`)];
}
