/** The languages that captions are edited in. */
export const languages = ['zh-CN', 'en-US'] as const;

export type Language = (typeof languages)[number];
