/** The middle value, which one disturbed run does not move. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (low + high) / 2
}
