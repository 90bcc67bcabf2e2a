/** The term at the start of a code, as common registrar software writes it: (2026-2027-1)-BUS101-1. */
const termOf = /^[(（]\d{4}-\d{4}-\d+[)）]-?/u;

/** The code of a group as people read it, course and number: BUS101-1. Tooltips and exports have the whole code. */
export const shortCode = (code: string): string => code.replace(termOf, '') || code;
