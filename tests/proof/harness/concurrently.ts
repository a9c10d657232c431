/**
 * Calls the function for every item, with this many calls at the same time. The results are in the same order as the
 * items.
 */
export async function concurrently<T, R>(list: T[], workers: number, work: (one: T) => Promise<R>) {
  const results: R[] = []
  const entries = list.entries()
  const run = async () => {
    for (const [index, one] of entries) results[index] = await work(one)
  }
  await Promise.all(Array.from({ length: workers }, run))
  return results
}
