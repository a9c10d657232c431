export const grouped = (count: number) => count.toLocaleString('en')

/** Such as “1,200”, “1,200.50” and “€1,200”. Stored with two decimals. The currency (ISO 4217) may be ''. */
export const money = (amount: number, currency = '') =>
  amount.toLocaleString('en', {
    ...(currency && { style: 'currency', currency }),
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
    minimumFractionDigits: 2,
  })

/**
 * Null if nobody came, or if the step was counted more often than the visits: the report of a visit was lost
 * or came on another day.
 */
export const shareOf = (reached: number, visits: number) =>
  visits > 0 && reached <= visits ? reached / visits : null

/** With one decimal. A dash for null. */
export const percent = (share: number | null) => (share === null ? '–' : `${(100 * share).toFixed(1)} %`)

export const countedPeople = (count: number) => (count === 1 ? '1 person' : `${grouped(count)} people`)

/** Such as “1 email” and “1,200 emails”. The plural must end with an s. */
export const counted = (count: number, noun: string) => `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`
