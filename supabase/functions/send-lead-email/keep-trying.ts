const pauseMs = 250

/**
 * Calls `work` again after each error until the time is over, and then throws the last error. `work` gets the number of
 * milliseconds that are left.
 */
export async function keepTrying<T>(work: (leftMs: number) => Promise<T>, withinMs: number): Promise<T> {
  const end = performance.now() + withinMs
  for (;;) {
    try {
      return await work(end - performance.now())
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (performance.now() > end - pauseMs) throw error
    }
  }
}
