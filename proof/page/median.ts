/** The middle value, or the mean of the two in the middle: one disturbed run does not change it much. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (low + high) / 2
}
