/** The rules for a password, each checked during typing. */
export const passwordRules = {
  length: (password: string) => Array.from(password).length >= 6,
  digit: (password: string) => /\p{Nd}/u.test(password),
  upper: (password: string) => /\p{Lu}/u.test(password),
  lower: (password: string) => /\p{Ll}/u.test(password),
  spaces: (password: string) => password !== '' && !/\p{White_Space}/u.test(password),
} as const;

export type PasswordRule = keyof typeof passwordRules;

/** The rules in display order. */
export const passwordRuleNames = Object.keys(passwordRules) as PasswordRule[];

/** Whether a password has at least six characters with digits, upper- and lower-case letters, and no spaces. */
export function isGoodPassword(password: string): boolean {
  return passwordRuleNames.every((rule) => passwordRules[rule](password));
}
