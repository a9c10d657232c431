/** A count with its thousands set apart. */
export const grouped = (count: number) => count.toLocaleString('en')

/** A share as a percentage with one decimal; a dash where there is nothing to divide by. */
export const percent = (share: number) => (Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–')
