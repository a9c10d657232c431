import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { DeskError, explainDatabaseError } from '../../../core/desk-error.ts'
import { buildInterface } from '../../server/build-interface.ts'
import { createApp } from '../../server/create-app.ts'

const ui = await buildInterface()

const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
const unreachable = explainDatabaseError(refused, 'postgres://a@127.0.0.1/b', 'overview')

/** Sends a request to a desk that cannot reach its database, or whose database answers with this error. */
async function ask(path: string, authorization = 'Bearer key', error = unreachable) {
  const call = async () => {
    throw error
  }
  const app = createApp({ call, close: async () => {} }, { port: 1, key: 'key', ui })
  const response = await app.request(path, { headers: { host: 'localhost:1', authorization } })
  const { document } = parseHTML(await response.text())
  return { status: response.status, document, headers: response.headers }
}

const hrefsOf = (document: Document, selector: string) =>
  [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href'))

test('a database that cannot be reached is told as an alert, with a way to try again', async (context) => {
  const log = context.mock.method(console, 'error', () => {})
  const { status, document } = await ask('/leads?q=ann')
  const [logged] = log.mock.calls[0]?.arguments ?? []
  assert.match(logged, /^\d{4}-\d\d-\d\dT[\d:.]+Z GET \/leads failed: ECONNREFUSED\n +at /)
  assert.doesNotMatch(logged, /ann|does not answer/)
  assert.equal(status, 502)
  assert.equal(document.querySelector('h1')?.textContent, 'That did not work')
  const told = document.querySelector('[role=alert]')?.textContent ?? ''
  // It may pass by itself, so it is not told as a wrong setting.
  assert.match(told, /^The database is not answering\. Your leads are safe\./)
  assert.doesNotMatch(told, /SUPABASE|operator\.env|ECONN/)
  assert.deepEqual(hrefsOf(document, 'main a'), ['/leads?q=ann', '/leads'])
  assert.ok(document.querySelector('nav a[href="/funnel"]'))
})

test('a search without a database logs its path and cause, and is no answer', async (context) => {
  const log = context.mock.method(console, 'error', () => {})
  const { status } = await ask('/people?q=ann')
  const [logged] = log.mock.calls[0]?.arguments ?? []
  assert.match(logged, /^\S+Z GET \/people failed: ECONNREFUSED\n +at /)
  assert.doesNotMatch(logged, /ann/)
  assert.equal(status, 502)
})

test('what the database says is never on a page about a malformed address, and in no log', async (context) => {
  const log = context.mock.method(console, 'error', () => {})
  const said = 'invalid input syntax for type uuid: "ann@example.org"'
  const refusal = (code: string) =>
    new DeskError(code, `The database refused: ${said} (${code}).`, Object.assign(new Error(said), { code }))
  const { status, document } = await ask('/leads/none', 'Bearer key', refusal('22P02'))
  assert.deepEqual(
    [status, document.querySelector('[role=alert]')?.textContent],
    [400, 'This address or form has a value that the desk cannot read. Nothing was changed.'],
  )
  assert.doesNotMatch(document.documentElement.textContent, /invalid input syntax/)
  assert.equal(log.mock.callCount(), 0)
  // A fault that no address explains is logged with its cause, by which the desk is repaired.
  assert.equal((await ask('/leads', 'Bearer key', refusal('42601'))).status, 502)
  const [logged] = log.mock.calls[0]?.arguments ?? []
  assert.match(logged, /^\S+Z GET \/leads failed: 42601\n +at [\s\S]*\nCaused by: 42601\n +at /)
  assert.doesNotMatch(logged, /ann@example/)
})

test('a wrong value in the address is not to be tried again', async () => {
  const { status, document } = await ask('/leads.csv?from=yesterday')
  assert.equal(status, 400)
  assert.match(document.querySelector('[role=alert]')?.textContent ?? '', /^“yesterday” is not a date/)
  assert.deepEqual(hrefsOf(document, 'main a'), ['/leads'])
})

test('a page that does not exist leads back to the list', async () => {
  const { status, document } = await ask('/nowhere')
  assert.deepEqual([status, hrefsOf(document, 'main a')], [404, ['/leads']])
  assert.equal(document.querySelector('[role=alert]'), null)
})

test('who lacks the key is told how to get in, in the desk’s look, but sees no way to the pages', async () => {
  const { status, document, headers } = await ask('/leads?q=ann', '')
  assert.equal(status, 401)
  assert.match(document.querySelector('main')?.textContent ?? '', /npm run desk prints it/)
  assert.deepEqual(hrefsOf(document, 'aside a, main a, header a'), [])
  assert.equal(document.querySelector('header button'), null)
  assert.equal(document.querySelectorAll('[data-island], script:not([src])').length, 0, 'it has no data')
  assert.equal(headers.get('cache-control'), 'no-store')
  const styles = document.querySelector('link[rel=stylesheet]')?.getAttribute('href') ?? ''
  assert.equal((await ask(styles, '')).status, 200)
})
