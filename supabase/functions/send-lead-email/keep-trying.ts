type Options = {
  withinMs: number
  pauseMs?: number
  /** After this signal, nothing is tried again. */
  ending?: AbortSignal | undefined
}

/**
 * Calls `work` again after each error until the time is over, and then throws the last error. `work` gets the number of
 * milliseconds that are left.
 */
export async function keepTrying<T>(
  work: (leftMs: number) => Promise<T>,
  { withinMs, pauseMs = 250, ending }: Options,
): Promise<T> {
  const end = performance.now() + withinMs
  for (;;) {
    try {
      return await work(end - performance.now())
    } catch (error) {
      // After the pause, some time must be left for another call.
      if (ending?.aborted || performance.now() > end - 2 * pauseMs) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
