import type { Verdict, Watch } from './proxy.ts'

/** A point of an HTTP call: `before` the server receives it, or `after` the server's answer, before the caller receives that. */
export type Breakpoint = { path: string; stage: 'before' | 'after' }

const unauthorised = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'

/** Makes what a proxy needs to hold HTTP calls at a breakpoint. */
export function createBreakpoints() {
  let held: (Breakpoint & { arrive: () => void; released: Promise<void> }) | undefined
  let refusedKey = ''
  return {
    watch(): Watch {
      let path = ''
      return async (chunk, from): Promise<Verdict> => {
        const text = chunk.toString('latin1')
        if (from === 'client') path = /^[A-Z]+ (\S+) HTTP/.exec(text)?.[1] ?? path
        if (from === 'client' && refusedKey && text.includes(refusedKey)) return { answer: unauthorised }
        const stage = from === 'client' ? 'before' : 'after'
        if (held?.stage === stage && path.endsWith(held.path)) {
          held.arrive()
          await held.released
        }
        return 'pass'
      }
    },
    /** Refuses every call with this key from now on, as the platform's gateway does once the key is deleted. */
    refuse(key: string) {
      refusedKey = key
    },
    /** Holds every call at this point from now on; `reached` resolves when the first call arrives there. */
    hold(breakpoint: Breakpoint) {
      const first = Promise.withResolvers<void>()
      let count = 0
      const arrive = () => {
        count += 1
        first.resolve()
      }
      const released = Promise.withResolvers<void>()
      held = { ...breakpoint, arrive, released: released.promise }
      return {
        reached: first.promise,
        /** How many calls have arrived there. */
        count: () => count,
        release() {
          held = undefined
          released.resolve()
        },
      }
    },
  }
}
