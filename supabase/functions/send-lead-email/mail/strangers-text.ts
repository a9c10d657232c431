/**
 * Returns text that a stranger submitted, without invisible characters and without `://`. Otherwise the text could hide
 * a part of itself, and mail programs would turn an address that nobody checked into a link.
 */
export const strangersText = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/(?:\b[a-z][a-z\d+.-]*)?:\/\//gi, ' ')
    .trim()
