import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { expectedHeaders, expectedPagePolicy } from '../../tests/kit/expected-headers.ts'
import { checkPage } from './page.ts'
import { readTarget } from './target.ts'

const url = 'https://training.example/'

/** What the doctor says of the policy of a page with this HTML. */
async function faultsOf(html: string): Promise<string> {
  const page = { url, status: 200, headers: new Headers(), redirected: false, text: `<!--$-->${html}` }
  const site = { records: [], page, uncached: page, unencrypted: page, outcome: '', build: '0' }
  const target = readTarget({ SITE_URL: url })
  const results = await checkPage({ ...target, sender: { ...target.sender, links: [] } }, site)
  return results.flatMap(({ check, sentence }) => (check === 'policy' ? [sentence] : [])).join('\n')
}

test('scripts that are started late are seen however their type is quoted, and other blocks are no scripts', async () => {
  for (const type of ['"3f2a-text/javascript"', "'3f2a-text/javascript'", 'text/psajs', '"text/partytown"'])
    assert.match(await faultsOf(`<script type=${type} src="/a.js">`), /starts the scripts .* late/, type)
  for (const type of [
    'module',
    '"module"',
    "'text/javascript'",
    '""',
    '"speculationrules"',
    'importmap',
    '"application/json"',
  ])
    assert.doesNotMatch(await faultsOf(`<script type=${type} src="/a.js">`), /late/, type)
})

const script = 'start()'
const hash = ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`
const sound = `<!--$--><link rel="canonical" href="https://training.example"><script>${script}</script>`

/** All faults of a page that differs from a sound one in its headers or its HTML. */
async function allFaults(headers: Record<string, string> = {}, html = sound): Promise<string[]> {
  const policy = { 'content-security-policy': expectedPagePolicy(hash) }
  const given = new Headers({ ...expectedHeaders, ...policy, ...headers })
  for (const [name, value] of Object.entries(headers)) if (!value) given.delete(name)
  const page = { url, status: 200, headers: given, redirected: false, text: html }
  const site = { records: [], page, uncached: page, unencrypted: page, outcome: '', build: '0-1' }
  const target = readTarget({
    SITE_URL: url,
    SUPABASE_URL: 'https://a.supabase.co',
    SUPABASE_SECRET_KEY: 'x',
  })
  const results = await checkPage({ ...target, sender: { ...target.sender, links: [] } }, site)
  return results
    .filter(({ status }) => status === 'fault')
    .map(({ check, sentence, todo }) => `${check}: ${sentence} → ${todo}`)
}

test('a page as it was built has no fault', async () => {
  assert.deepEqual(await allFaults(), [])
})

test('each header that a proxy removes or changes is named', async () => {
  for (const [name, value] of Object.entries(expectedHeaders))
    for (const changed of ['', `${value}x`]) {
      const [fault, ...others] = await allFaults({ [name]: changed })
      assert.ok(fault?.startsWith(`headers: The page comes without the header ${name}: ${value}.`), fault)
      assert.deepEqual(others, [])
    }
})

test('what a host or CDN has changed in the page is named once, with where to turn it off', async () => {
  const policy = (text: string) => ({ 'content-security-policy': text })
  const rows: [found: string[], sentence: RegExp][] = [
    [await allFaults(policy('')), /^policy: The policy blocks 1 inline script/],
    [
      await allFaults(policy(`${expectedPagePolicy(hash)}; img-src *`)),
      /^policy: The page comes with another/,
    ],
    [await allFaults({}, sound.replace('start()', 'other()')), /^policy: The policy blocks 1 inline script/],
    [await allFaults({}, `${sound}<a data-cfemail="1">`), /^policy: Cloudflare hides .*Scrape Shield/],
    [await allFaults({}, sound.replace('<!--$-->', '')), /^policy: A proxy or CDN shortens the HTML/],
    [
      await allFaults({}, sound.replace('//training', '//old.training')),
      /^canonical address: The page calls itself https:\/\/old\.training\.example\/, but SITE_URL is/,
    ],
    [await allFaults({ 'x-robots-tag': 'noindex' }), /^search engines: .* \(noindex\).* not as a preview/],
    [await allFaults({}, `${sound}<meta name="robots" content="noindex">`), /^search engines: .*noindex/],
  ]
  for (const [found, sentence] of rows) assert.match(found[0] ?? '', sentence)
  // Without any policy, the missing one is named as well.
  assert.deepEqual(
    rows.map(([found]) => found.length),
    [2, 1, 1, 1, 1, 1, 1, 1],
  )
})
