/** A count with its thousands set apart. */
export const grouped = (count: number) => count.toLocaleString('en')

/** Returns a count with its noun, such as “1 mail” and “1,200 mails”; the plural of the noun ends with an s. */
export const counted = (count: number, noun: string) => `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`

/** A share as a percentage with one decimal; a dash where there is nothing to divide by. */
export const percent = (share: number) => (Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–')
