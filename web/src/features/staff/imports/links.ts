export const importsHref = '/admin/imports';

/** The wizard at the draft's current step. */
export function draftHref(draft: string): string {
  return `${importsHref}/drafts/${encodeURIComponent(draft)}`;
}

/** The columns step, with the column of `field` highlighted. */
export function columnsHref(draft: string, field?: string): string {
  const looked = field === undefined ? '' : `&column=${encodeURIComponent(field)}`;
  return `${draftHref(draft)}?step=columns${looked}`;
}

export function importHref(id: string): string {
  return `${importsHref}/${encodeURIComponent(id)}`;
}
