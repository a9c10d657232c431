/** Returns a number with thousands separators. */
export const grouped = (count: number) => count.toLocaleString('en')

/**
 * Returns an amount of money as it is written, such as “1,200”, “1,200.50” and “€1,200”. It is stored with two decimals.
 * The currency (ISO 4217) may be an empty text.
 */
export const money = (amount: number, currency = '') =>
  amount.toLocaleString('en', {
    ...(currency && { style: 'currency', currency }),
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
    minimumFractionDigits: 2,
  })

/**
 * Returns which share of the visits reached a step. Returns null if no share can be told: nobody came, or the step was
 * counted more often than the visits, because the report of a visit was lost or came on another day.
 */
export const shareOf = (reached: number, visits: number) =>
  visits > 0 && reached <= visits ? reached / visits : null

/** Returns a share as a percentage with one decimal. For null, returns a dash. */
export const percent = (share: number | null) => (share === null ? '–' : `${(100 * share).toFixed(1)} %`)

/** Returns a number of people as a text, such as “1 person”. */
export const countedPeople = (count: number) => (count === 1 ? '1 person' : `${grouped(count)} people`)

/** Returns a count with its noun, such as “1 mail” and “1,200 mails”. The plural of the noun must end with an s. */
export const counted = (count: number, noun: string) => `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`
