import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { writeOutput } from '../../desk/web/server/write-output.ts'
import { answerTo } from '../kit/answer.ts'
import { openWebApp, origin, tryKey } from './open-web-app.ts'

const { gateway, settings, query, openBrowser, join } = await openWebApp()
const output = await mkdtemp(path.join(tmpdir(), 'desk-output-'))
after(() => rm(output, { recursive: true }))
before(() => writeOutput(output))

const variables: Record<string, string> = {
  ...{ DESK_URL: origin, SUPABASE_URL: gateway, DESK_TRY_KEY: tryKey },
  SUPABASE_PUBLISHABLE_KEY: settings.publishableKey,
}

/** Starts the function, with the zone that Vercel gives it. `later` counts how often it went on after an answer. */
async function startFunction() {
  const file = path.join(import.meta.dirname, 'serve-output.ts')
  const child = fork(file, [output], {
    env: { NODE_ENV: 'production', ...variables, TZ: ':UTC' },
    execArgv: [],
  })
  const [{ port, loadedIn }] = (await once(child, 'message')) as [{ port: number; loadedIn: number }]
  const counts = { later: 0 }
  child.on('message', () => {
    counts.later += 1
  })
  const app = {
    async request(url: string, { method = 'GET', headers, body = '' }: Call) {
      const address = url.replace(origin, `http://127.0.0.1:${port}`)
      const answer = await answerTo(address, { method, headers, body })
      const { 'set-cookie': cookies = [], ...rest } = answer.headers
      const pairs = Object.entries(rest).map(([name, value]): [string, string] => [name, `${value}`])
      const answered = new Headers([
        ...pairs,
        ...cookies.map((line): [string, string] => ['set-cookie', line]),
      ])
      const text = answer.status === 303 ? null : answer.body
      return new Response(text, { status: answer.status, headers: answered })
    },
  }
  return { app, loadedIn, counts, [Symbol.dispose]: () => child.kill() }
}
type Call = { method?: string; headers: Record<string, string>; body?: string }

test('a member signs in through the function that Vercel gets, and sees times in the zone of the operator', async (context) => {
  using started = await startFunction()
  await query(`update private.lead_settings set time_zone = 'Pacific/Auckland'`)
  const { browser } = await join('ada', 'owner', openBrowser(started.app))
  assert.equal(started.counts.later, 1, 'the code was sent after the answer')

  const begin = performance.now()
  const page = await browser.get('/')
  const ms = performance.now() - begin
  assert.deepEqual([page.status, page.title], [200, 'Overview'])
  assert.match(page.body, /Auckland/)
  assert.equal((await browser.get('/nowhere')).status, 404)

  const addresses = [...page.body.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, address = '']) => address)
  const styles = addresses.find((address) => address.endsWith('.css')) ?? ''
  const fonts = [...(await browser.get(styles)).body.matchAll(/url\("?\.\/([^")]+)/g)].map(
    ([, name]) => `/assets/${name}`,
  )
  let bytes = gzipSync(page.body).length
  for (const address of new Set([...addresses, ...fonts])) {
    const file = await readFile(path.join(output, 'static', address))
    bytes += address.endsWith('.woff2') ? file.length : gzipSync(file).length
    assert.match(String((await browser.get(address)).headers.get('cache-control')), /immutable/)
  }
  context.diagnostic(
    `${Math.round(started.loadedIn)} ms to load, ${Math.round(ms)} ms for a page, ${bytes} bytes`,
  )
  assert.ok(addresses.length > 1 && fonts.length > 0)
  assert.ok(bytes < 200_000, `${bytes} bytes`)
})

test('the output has no variable in it, and no file beside what the desk needs', async () => {
  const names = await readdir(output, { recursive: true, withFileTypes: true })
  const files = names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
  assert.deepEqual(files.map((file) => path.relative(output, file).replace(/-[A-Z\d]{8}\./, '.')).sort(), [
    'config.json',
    'functions/desk.func/.vc-config.json',
    'functions/desk.func/index.mjs',
    'static/assets/desk.js',
    'static/assets/early.js',
    'static/assets/host-grotesk-latin-ext-wght-normal.woff2',
    'static/assets/host-grotesk-latin-wght-normal.woff2',
    'static/assets/styles.css',
  ])
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    const { DESK_URL: _, ...others } = variables
    for (const value of [...Object.values(others), path.join(import.meta.dirname, '../..')])
      assert.ok(!text.includes(value), `${file} has ${value}`)
  }
})
