import { createHash } from 'node:crypto'

export type Random = ReturnType<typeof createRandom>

/** mulberry32. The same seed gives the same values again. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    /** From 0 to limit - 1. */
    below,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
    address: () => `10.${[0, 0, 0].map(() => below(256)).join('.')}`,
    uuid: () => {
      const hex = createHash('sha256').update(`${next()} ${next()}`).digest('hex')
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')
    },
  }
}
