/** What a test event of Meta has in common with a real one. */
export type Told = {
  event_name: string
  event_time: number
  event_id: string
  action_source: string
  event_source_url?: string
  user_data: Record<string, unknown>
  custom_data?: { value: number; currency: string }
}

export const metaDataset = '1234567890123456'
export const metaToken = `EAAB${'x'.repeat(60)}`

const hashed = /^[0-9a-f]{64}$/
const open = new Set(['fbc', 'fbp', 'client_user_agent', 'client_ip_address'])

/**
 * Stands in for the Conversions API of Meta, from facts-booked.md, part 3: developers.facebook.com, conversions-api,
 * “Using the API” (6 Feb 2026), “Server event parameters” (12 Feb 2026) and “Customer information parameters” (9 Jan
 * 2026). One wrong event fails its whole request. Events of one name and id count once within 48 hours. `calls` has
 * each request with its body. `answer` takes what to answer instead, or nothing for the usual answer.
 */
export function openMeta() {
  const calls: { url: URL; body: { data: Told[]; test_event_code?: string } }[] = []
  const counted = new Map<string, Told>()
  let respond: (() => Response | Promise<Response>) | undefined
  const real = globalThis.fetch

  const refuse = (status: number, error: object) =>
    Response.json({ error: { type: 'OAuthException', fbtrace_id: 'A1', ...error } }, { status })
  const invalid = (message: string, subcode?: number) =>
    refuse(400, {
      ...{ message: 'Invalid parameter', code: 100, error_subcode: subcode, is_transient: false },
      ...{ error_user_title: 'Invalid parameter', error_user_msg: message },
    })

  function judge({ url, body }: (typeof calls)[number]): Response {
    if (url.searchParams.get('access_token') !== metaToken)
      return refuse(401, { message: 'Error validating access token', code: 190, error_subcode: 463 })
    if (!/^\/v\d\d\.0\/\d+\/events$/.test(url.pathname))
      return refuse(404, { message: 'Unknown path', code: 2500 })
    if (!url.pathname.includes(`/${metaDataset}/`))
      return refuse(400, { message: 'Unsupported post request', code: 100, error_subcode: 33 })
    for (const event of body.data) {
      if (
        !event.event_name ||
        !Number.isInteger(event.event_time) ||
        !event.user_data ||
        !event.action_source
      )
        return invalid('A required field is missing.')
      const age = Date.now() / 1000 - event.event_time
      if (age > 7 * 86_400) return invalid('Event Timestamp Too Old', 2804003)
      if (age < -60) return invalid('Event Timestamp In Future', 2804004)
      const { client_user_agent: agent } = event.user_data
      if (event.action_source === 'website' && !(agent && event.event_source_url))
        return invalid('A website event needs a user agent and an address.', 2804019)
      if (event.event_name === 'Purchase' && !(event.custom_data?.currency && event.custom_data.value >= 0))
        return invalid('A purchase needs value and currency.', 2804009)
    }
    for (const event of body.data)
      if (!body.test_event_code) counted.set(`${event.event_name} ${event.event_id}`, event)
    return Response.json({ events_received: body.data.length, messages: [], fbtrace_id: 'A1' })
  }

  globalThis.fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.hostname !== 'graph.facebook.com') return real(input, init)
    const call = { url, body: JSON.parse(String(init.body)) }
    calls.push(call)
    return (await respond?.()) ?? judge(call)
  }

  return {
    calls,
    refuse,
    /** Each event once. */
    counted: () => [...counted.values()],
    answer: (next?: () => Response | Promise<Response>) => {
      respond = next
    },
    /** Meta says nothing about a value that is not hashed. Returns the names of such values. */
    unhashed: () =>
      [...counted.values()].flatMap(({ user_data }) =>
        Object.entries(user_data).flatMap(([name, values]) =>
          open.has(name) || [values].flat().every((value) => hashed.test(String(value))) ? [] : [name],
        ),
      ),
    /** Takes an event without counting it, and then breaks the connection off. */
    loseAnswer() {
      respond = () => {
        const call = calls.at(-1)
        respond = undefined
        if (call) judge(call)
        throw new TypeError(
          'error sending request for url (https://graph.facebook.com/): client error (SendRequest): connection closed before message completed',
        )
      }
    },
    [Symbol.dispose]: () => {
      globalThis.fetch = real
    },
  }
}
