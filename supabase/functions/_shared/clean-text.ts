/**
 * Takes a text from outside that is stored as one line. Replaces control characters and line ends by spaces
 * and halves of surrogate pairs by U+FFFD, because Postgres stores neither NUL nor halves.
 */
export const cleanText = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').toWellFormed()
