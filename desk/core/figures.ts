/** Returns a number with thousands separators. */
export const grouped = (count: number) => count.toLocaleString('en')

/** Returns a count with its noun, such as “1 mail” and “1,200 mails”. The plural of the noun must end with an s. */
export const counted = (count: number, noun: string) => `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`

/**
 * Returns a ratio as a percentage with one decimal. If the ratio is not finite because it was divided by zero,
 * returns a dash.
 */
export const percent = (share: number) => (Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–')

/** Returns a number of people as a text, such as “1 person”. */
export const countedPeople = (count: number) => (count === 1 ? '1 person' : `${grouped(count)} people`)
