/** 95 %. The value may also be the difference of two proportions. */
export type Interval = { value: number; low: number; high: number }

const z = 1.959963984540054

/** The score interval (Wilson 1927). 0 ≤ hits ≤ tries and tries > 0. */
export function wilson(hits: number, tries: number): Interval {
  const value = hits / tries
  const center = 2 * hits + z * z
  const spread = z * Math.sqrt(z * z + 4 * hits * (1 - value))
  const width = 2 * (tries + z * z)
  return { value, low: Math.max(0, (center - spread) / width), high: Math.min(1, (center + spread) / width) }
}

/** Of the difference a − b (Newcombe 1998, method 10). */
export function newcombe(a: Interval, b: Interval): Interval {
  const value = a.value - b.value
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
  }
}

/**
 * Until the test can detect a rise by 20 %: power 80 %, p < 0.05, two-sided (Fleiss, Levin, Paik 2003, 4.14).
 */
export function visitorsNeeded(share: number): number {
  const [other, power] = [Math.min(1, 1.2 * share), 0.841621233572914]
  const mean = (share + other) / 2
  const spread =
    z * Math.sqrt(2 * mean * (1 - mean)) + power * Math.sqrt(share * (1 - share) + other * (1 - other))
  return Math.ceil((spread / (other - share)) ** 2)
}
