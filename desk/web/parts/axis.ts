/** About five round values from 0 to at least `most`. `least` is the smallest step. */
export function axisOf(most: number, least = 0): number[] {
  const rough = most / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(least, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, place) => place * step)
}
