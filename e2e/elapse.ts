/**
 * Loaded into a server before everything else: waits of 8 seconds and more end when the parent process sends exactly their
 * milliseconds, and not by themselves.
 */
const long = 8_000
const never = 2 ** 31 - 1
const waiting = new Set<{ ms?: number; fire(): void }>()
const later = globalThis.setTimeout

globalThis.setTimeout = Object.assign(
  (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const timer = later(fire, ms && ms >= long ? never : ms)
    const one = { ms, fire }
    waiting.add(one)
    function fire() {
      clearTimeout(timer)
      if (waiting.delete(one)) work(...args)
    }
    return timer
  },
  later,
) as typeof later

process.on('message', (ms) => {
  for (const { fire, ...one } of [...waiting]) if (one.ms === ms) fire()
})
process.on('disconnect', () => process.exit())
