export type PeopleAnswer = {
  people: { href: string; name: string; email: string; phone: string }[]
  /** What the search leaves out, or ''. */
  note: string
}

const failed: PeopleAnswer = { people: [], note: 'The search does not answer. Reload this page to see why.' }

/**
 * Asks the desk at this origin. The note says if it does not answer. Throws only when `signal` ends the
 * search.
 */
export async function askPeople(origin: string, typed: string, signal: AbortSignal): Promise<PeopleAnswer> {
  try {
    const response = await fetch(`${origin}/people?${new URLSearchParams({ q: typed })}`, { signal })
    return response.ok ? await response.json() : failed
  } catch (error) {
    if (signal.aborted) throw error
    return failed
  }
}
