/** Where files come in. */
export const importsHref = '/admin/imports';

/** A draft in the wizard, where the server is with it. */
export function draftHref(draft: string): string {
  return `${importsHref}/drafts/${encodeURIComponent(draft)}`;
}

/** Its columns; those of a field are marked. */
export function columnsHref(draft: string, field?: string): string {
  const looked = field === undefined ? '' : `&column=${encodeURIComponent(field)}`;
  return `${draftHref(draft)}?step=columns${looked}`;
}

/** The report of an import. */
export function importHref(id: string): string {
  return `${importsHref}/${encodeURIComponent(id)}`;
}
