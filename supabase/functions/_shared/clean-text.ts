/**
 * For a text from outside that is stored as one line: control characters and line ends become spaces, halves
 * of surrogate pairs U+FFFD. Postgres stores neither NUL nor halves.
 */
export const cleanText = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').toWellFormed()
