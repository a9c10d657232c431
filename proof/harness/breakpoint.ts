import type { Verdict, Watch } from './proxy.ts'

/** Makes what a proxy needs to hold HTTP calls at a breakpoint. */
export function createBreakpoints() {
  let held: { path: string; stage: string; arrive: () => void; released: Promise<void> } | undefined
  return {
    watch(): Watch {
      let path = ''
      return async (chunk, from): Promise<Verdict> => {
        if (from === 'client') path = /^[A-Z]+ (\S+) HTTP/.exec(chunk.toString('latin1'))?.[1] ?? path
        const stage = from === 'client' ? 'before' : 'after'
        if (held?.stage === stage && path.endsWith(held.path)) {
          held.arrive()
          await held.released
        }
        return 'pass'
      }
    },
    /** Holds every call of a path `before` the server gets it or `after` it answered; `reached` resolves at the first one. */
    hold(path: string, stage: 'before' | 'after') {
      const first = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      held = { path, stage, arrive: first.resolve, released: released.promise }
      return {
        reached: first.promise,
        release() {
          held = undefined
          released.resolve()
        },
      }
    },
  }
}
