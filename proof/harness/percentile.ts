/** The value that this share of the values does not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN
}
