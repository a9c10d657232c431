/**
 * Returns text that a stranger submitted, without invisible characters and without `://`. Otherwise it could hide a part of
 * itself, and mail programs would make a link of an address that nobody checked.
 */
export const strangersText = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/(?:\b[a-z][a-z\d+.-]*)?:\/\//gi, ' ')
    .trim()
