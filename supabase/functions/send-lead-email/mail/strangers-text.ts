/**
 * Takes a text that a stranger submitted, and removes invisible characters and `://`. With invisible characters, the
 * text could hide a part of itself. The joiners stay, because Persian, Sinhala and many emoji are written with them.
 * With `://`, mail programs would make a link from an address that nobody has checked.
 */
export const strangersText = (text: string): string =>
  text
    .replace(/(?!\p{Join_Control})\p{Cf}/gu, '')
    .replace(/(?:\b[a-z][a-z\d+.-]*)?:\/\//gi, ' ')
    .trim()
