import { useQueryParam } from '@/shared/store/page-location';

type Kind = 'term' | 'scheme' | 'times' | 'day' | 'arrangement';

/**
 * The id of the open dialog of a kind, or empty for a new item. It is kept in the URL, so that the dialog survives a
 * reload.
 */
export function useOpen(kind: Kind): [id: string | undefined, open: (id: string | undefined) => void] {
  const [edit, setEdit] = useQueryParam('edit');
  const id = edit === kind ? '' : edit?.startsWith(`${kind}:`) === true ? edit.slice(kind.length + 1) : undefined;
  return [id, (next) => setEdit(next === undefined ? undefined : next === '' ? kind : `${kind}:${next}`)];
}
