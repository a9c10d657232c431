import { setTimeout as pause } from 'node:timers/promises'

/**
 * Calls the function `perSecond` times a second for so many seconds, whether or not earlier calls have ended. Returns
 * all results in the order of the calls.
 */
export const evenly = <R>(perSecond: number, seconds: number, work: () => Promise<R>): Promise<R[]> =>
  Promise.all(
    Array.from({ length: perSecond * seconds }, (_, index) => pause((index * 1_000) / perSecond).then(work)),
  )
