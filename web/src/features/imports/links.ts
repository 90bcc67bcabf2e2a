/** Where files come in. */
export const importsHref = '/admin/imports';

/** A draft in the wizard; without a step where the server is with it. */
export function draftHref(draft: string, step?: 'columns' | 'preview'): string {
  return `/admin/imports/drafts/${encodeURIComponent(draft)}${step === undefined ? '' : `?step=${step}`}`;
}

/** The report of an import. */
export function importHref(id: string): string {
  return `/admin/imports/${encodeURIComponent(id)}`;
}
