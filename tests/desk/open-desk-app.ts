import { after } from 'node:test'
import { openDesk } from '../../desk/core/open-desk.ts'
import type { Variables } from '../../desk/doctor/target.ts'
import { buildInterface } from '../../desk/web/server/build-interface.ts'
import { createApp } from '../../desk/web/server/create-app.ts'
import { openTestDatabase } from './open-test-database.ts'

// The views are the same in all files, which run in one process.
const ui = buildInterface()

/**
 * Opens the web app of the desk with these variables. The database of the desk contains one lead. Closes the app and
 * the database after the tests of the file.
 */
export async function openDeskApp(variables: Variables = {}) {
  const { url, query, close } = await openTestDatabase()
  const port = 54323
  const own = `localhost:${port}`
  const desk = openDesk({ SUPABASE_DB_URL: url })
  const key = 'key-of-this-desk'
  const app = createApp(desk, {
    port,
    key,
    ui: await ui,
    variables: { SUPABASE_DB_URL: url, ...variables },
  })
  after(async () => {
    await desk.close()
    await close()
  })

  /** Sends a request to the app with these headers. */
  async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await app.request(path, {
      method,
      headers: { host: own, authorization: `Bearer ${key}`, ...type, ...headers },
      body,
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  }

  /** Returns every address of the app with its method. In place of an id, they have the one of the stored lead. */
  function routes() {
    // An address that has a guard of its own is listed twice.
    const all = new Set(app.routes.map(({ method, path }) => `${method} ${path}`))
    return [...all]
      .map((route) => route.split(' '))
      .filter(([method]) => method !== 'ALL')
      .map(([method = '', path = '']) => ({ method, path: path.replace(':id', person?.id ?? '') }))
  }

  const lead = { name: '<b>Ann</b>', email: 'ann@example.org', phone: '1', country_code: 'US', consent: true }
  await query('select accept_lead(gen_random_uuid(), $1)', [lead])
  const [person] = await query<{ id: string }>('select id from leads')
  return {
    url,
    query,
    routes,
    port,
    own,
    key,
    ask,
    lead,
    person,
    erase: `/leads/${person?.id}/erase`,
    sameOrigin,
  }
}

/** A browser sends these headers with a form of the desk. */
const sameOrigin = { 'sec-fetch-site': 'same-origin', origin: 'null' }
