/**
 * Removes invisible characters, which could hide part of the text, and `://` and `www.`, of which mail
 * programs would make an unchecked link. The joiners of Persian, Sinhala and many emoji stay, and the tags in
 * flags such as Scotland's.
 */
export const strangersText = (text: string): string =>
  text
    .replace(flagTags, (flag, tags) => (tags ? flag : ''))
    .replace(/(?![\p{Join_Control}\u{e0020}-\u{e007f}])\p{Cf}/gu, '')
    .replace(/(?<![a-z\d+.-])(?:[a-z][a-z\d+.-]{0,19})?:\/\//gi, ' ')
    .replaceAll('://', ' ')
    .replace(/(?<![\p{L}\p{N}])([wｗ]{3}\d{0,3})[.\uff0e\u3002\uff61](?=[^\s.])/giu, '$1 ')
    .trim()

/**
 * The same for a name or words. Mail programs make a link of any host, such as evil.com, so a space follows
 * its dots.
 */
export const strangersWords = (text: string): string =>
  strangersText(text).replace(/(?<=[\p{L}\p{N}][.\uff0e\u3002\uff61])(?=\p{L}{2})/gu, ' ')

/** A flag of a region (Unicode TS 51, ED-14a), or tags of none, which hide what they say. */
const flagTags = /\u{1f3f4}([\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0020}-\u{e007f}]/gu
