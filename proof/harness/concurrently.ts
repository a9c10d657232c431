/** Does the work for each of the list, so many at a time; the results are in the list's order. */
export async function concurrently<T, R>(list: T[], workers: number, work: (one: T) => Promise<R>) {
  const results: R[] = []
  const entries = list.entries()
  const run = async () => {
    for (const [index, one] of entries) results[index] = await work(one)
  }
  await Promise.all(Array.from({ length: workers }, run))
  return results
}
