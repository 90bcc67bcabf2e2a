/** What a password must have; each is shown while it is typed. */
export const passwordRules = {
  length: (password: string) => Array.from(password).length >= 6,
  digit: (password: string) => /\p{Nd}/u.test(password),
  upper: (password: string) => /\p{Lu}/u.test(password),
  lower: (password: string) => /\p{Ll}/u.test(password),
  spaces: (password: string) => password !== '' && !/\p{White_Space}/u.test(password),
} as const;

/** The name of a rule. */
export type PasswordRule = keyof typeof passwordRules;

/** The names of the rules, in the order in which they are shown. */
export const passwordRuleNames = Object.keys(passwordRules) as PasswordRule[];

/** Whether a password is good enough: six characters with digits, upper and lower case letters, no spaces. */
export function isGoodPassword(password: string): boolean {
  return passwordRuleNames.every((rule) => passwordRules[rule](password));
}
