// At most two marks on a letter, so that a name cannot pile them up over the lines above.
const word = String.raw`(?:\p{L}\p{M}{0,2})+`
const plainName = new RegExp(`^${word}(?:['’-]${word})*$`, 'u')

/** Takes a full name; returns its first word where that is a name and nothing else, so that it can carry no message. */
export function firstName(fullName: string): string | undefined {
  const first = fullName.trim().split(/\s/u)[0] ?? ''
  return first.length <= 40 && plainName.test(first) ? first : undefined
}
