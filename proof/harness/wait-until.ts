import { setTimeout as pause } from 'node:timers/promises'

/** Asks until the answer is yes and tells how many seconds that took; throws `what` when it takes too long. */
export async function waitUntil(what: string, withinMs: number, isTrue: () => Promise<boolean> | boolean) {
  const begin = performance.now()
  for (;;) {
    if (await Promise.resolve(isTrue()).catch(() => false)) return (performance.now() - begin) / 1000
    if (performance.now() - begin > withinMs) throw new Error(`not within ${withinMs / 1000} s: ${what}`)
    await pause(50)
  }
}
