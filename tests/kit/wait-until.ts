import { setTimeout as pause } from 'node:timers/promises'

/** Returns the seconds that it took. After too long, throws an error that contains `what`. */
export async function waitUntil(what: string, withinMs: number, isTrue: () => Promise<boolean> | boolean) {
  const begin = performance.now()
  for (;;) {
    if (await Promise.resolve(isTrue()).catch(() => false)) return (performance.now() - begin) / 1000
    if (performance.now() - begin > withinMs) throw new Error(`not within ${withinMs / 1000} s: ${what}`)
    await pause(50)
  }
}
