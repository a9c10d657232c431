// At most two combining marks on a letter, since a pile of them would cover the lines above.
const word = String.raw`(?:\p{L}\p{M}{0,2})+`
const plainName = new RegExp(`^${word}(?:['’-]${word})*$`, 'u')

/** Returns the first word of a full name if it is made of letters alone, so that nobody can send a message with it. */
export function firstName(fullName: string): string | undefined {
  const first = fullName.trim().split(/\s/u)[0] ?? ''
  return first.length <= 40 && plainName.test(first) ? first : undefined
}
