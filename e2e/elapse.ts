/**
 * Stops a server's timers. The server loads this module before its own code. After that, a timer of 8 seconds or more
 * ends only when the parent process sends the same number of milliseconds that the timer was set to.
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
