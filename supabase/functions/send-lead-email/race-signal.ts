/** Throws the signal's reason if it is aborted first. */
export function raceSignal<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([task, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
