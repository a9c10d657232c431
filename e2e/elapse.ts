/**
 * Loaded into a server before everything else: it lets a limit elapse as soon as the parent process sends its milliseconds,
 * for all that wait for exactly that long.
 */
const waiting = new Set<{ ms?: number; fire(): void }>()
const later = globalThis.setTimeout

globalThis.setTimeout = Object.assign(
  (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const timer = later(fire, ms)
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
