/** Does the work for each of the list, so many at a time; the results are in the list's order. */
export async function concurrently<T, R>(
  list: T[],
  workers: number,
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let index = 0
  const run = async () => {
    while (index < list.length) {
      const own = index++
      results[own] = await work(list[own] as T)
    }
  }
  await Promise.all(Array.from({ length: workers }, run))
  return results
}
