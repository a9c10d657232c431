type Options = {
  withinMs: number
  pauseMs?: number
  /** Then nothing is tried again. */
  ending?: AbortSignal | undefined
}

/**
 * Repeats `work` after errors until the time is over, and then throws the last error. `work` gets the
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
      // Some time must be left for another call.
      if (ending?.aborted || performance.now() > end - 2 * pauseMs) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
