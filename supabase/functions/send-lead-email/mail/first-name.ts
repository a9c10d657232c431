// No modifier letters, since some look like the dot or colon of an address (ꓸ, ꓽ). At most two combining marks on a
// letter, since a pile of them would cover the lines above.
const letters = String.raw`(?:[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]\p{M}{0,2})+`
const part = `${letters}(?:['’]${letters})?`
const plainName = new RegExp(`^${part}(?:-${part})?$`, 'u')
const maxLetters = 20

// A word of letters from two scripts can imitate another word (UTS #39). Japanese names mix three.
const scripts = [
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+$/u,
  ...['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Devanagari', 'Bengali'].map(
    only,
  ),
  ...['Gujarati', 'Gurmukhi', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao'].map(only),
  ...['Khmer', 'Myanmar', 'Ethiopic', 'Cherokee', 'Hangul'].map(only),
]

/**
 * Returns the first word of a full name if it is a plain name, so that nobody can send a message with it: at most 20
 * letters of one script, one hyphen and an apostrophe on each side of it.
 */
export function firstName(fullName: string): string | undefined {
  const first = fullName.trim().split(/\s/u)[0] ?? ''
  const bare = first.replace(/\P{L}/gu, '')
  const isPlain = plainName.test(first) && Array.from(bare).length <= maxLetters
  return isPlain && scripts.some((script) => script.test(bare)) ? first : undefined
}

function only(script: string): RegExp {
  return new RegExp(`^\\p{sc=${script}}+$`, 'u')
}
