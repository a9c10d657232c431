import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { testSettings } from '../../../proof/harness/test-settings.ts'
import { throwAwayCertificate } from '../../../proof/page/certificate.ts'
import { checkAddress } from '../page/address.ts'
import { checkPage } from '../page/answer.ts'
import { fetchPage } from '../page/fetch-page.ts'
import { checkHeaders } from '../page/headers.ts'
import { checkHttps } from '../page/https.ts'
import { checkLegalLinks } from '../page/legal-links.ts'
import { checkPolicy } from '../page/policy.ts'
import type { Check, Seen } from '../seen.ts'
import { readTarget } from '../target.ts'
import { openPage } from './open-page.ts'
import { trust } from './trust.ts'

const videoUrl = 'https://youtu.be/aqz-KE-bpKQ'
const certificate = throwAwayCertificate()
trust(certificate.cert, '127.0.0.1')
const page = await openPage(certificate, videoUrl)
after(() => page.close())
const sound = structuredClone(page.served.page)
beforeEach(() => {
  page.served.page = structuredClone(sound)
})

const project = {
  SUPABASE_URL: 'https://abc.supabase.co',
  SUPABASE_SECRET_KEY: 'sb_secret_hidden',
  VIDEO_URL: videoUrl,
}

/** Fetches the page and runs every check of it but that of the legal pages; returns what is not ok. */
async function examinePage(siteUrl = page.url) {
  const target = readTarget({ ...project, SITE_URL: siteUrl })
  const seen = { target, page: await fetchPage(target) } as Seen
  const checks: Check[] = [checkPage, checkHttps, checkPolicy, checkHeaders, checkAddress]
  const results = (await Promise.all(checks.map((check) => check(seen)))).flat()
  return results.filter(({ status }) => status !== 'ok')
}

test('a sound page is said to be so', async () => assert.deepEqual(await examinePage(), []))

const gone = `http://127.0.0.1:${(await testSettings()).pagePort}/`

/** What is broken, how, and the sentence that tells of it. */
const broken: [string, () => string | undefined, RegExp][] = [
  ['a page that is not there', () => gone, /^http:\S+ does not answer \(ECONNREFUSED\)\.$/],
  ['an address that is none', () => 'brand', /^There is no valid SITE_URL to fetch\.$/],
  [
    'a page elsewhere',
    () => answer(308, { location: '/en?from=mail' }),
    /^https:\S+ leads on to https:\/\/localhost:\d+\/en\.$/,
  ],
  ['a login before the page', () => answer(401), /^https:\S+ asks visitors to log in\.$/],
  ['an error', () => answer(500), /^https:\S+ answers with status 500\.$/],
  [
    'a page without a policy',
    () => answer(200, { 'Content-Security-Policy': undefined }),
    /^The page comes without a Content-Security-Policy\.$/,
  ],
  [
    'a script that a proxy put in',
    () => insert('<script>track()</script>'),
    /^The policy blocks 1 of the 2 inline scripts of the page\.$/,
  ],
  [
    'a page without a canonical address',
    () => replace(/<link[^>]*>/, ''),
    /^The page calls itself nothing, but SITE_URL is https:/,
  ],
  [
    'a page that a tag hides',
    () => insert('<meta name="robots" content="noindex, nofollow"/>'),
    /^The page keeps search engines out \(noindex\)\.$/,
  ],
]

for (const [what, breakIt, sentence] of broken) {
  test(`it names ${what}`, async () => {
    const results = await examinePage(breakIt())
    const [first] = results.filter(({ status, check }) => status === 'fault' || check === 'page')
    assert.match(first?.sentence ?? '', sentence)
    const others = results.filter((result) => result !== first)
    assert.deepEqual(
      others.filter(({ status }) => status === 'fault'),
      [],
    )
  })
}

test('it names an address without TLS', async () => {
  page.served.httpAnswers = true
  const results = await examinePage(page.url.replace('https:', 'http:'))
  page.served.httpAnswers = false
  assert.ok(results.some(({ sentence }) => sentence.startsWith('SITE_URL begins with http://, ')))
})

test('of the legal pages it names one without an address, one that is not linked and one that does not open', async () => {
  const target = readTarget({ ...project, SITE_URL: page.url })
  insert('<a href="/gone">Terms</a><a href="/?a=1&amp;b=2">Imprint</a>')
  const seen = { target, page: await fetchPage(target) } as Seen
  const links = [
    { text: 'Privacy' },
    { text: 'Cookies', href: '/cookies' },
    { text: 'Terms', href: '/gone' },
    { text: 'Imprint', href: '/?a=1&b=2' },
  ]
  const without = readTarget({ ...project, SITE_URL: page.url, PRIVACY_LINK: 'none' })
  const [meant] = await checkLegalLinks({ ...seen, target: without }, links)
  assert.deepEqual([meant?.status, meant?.sentence], ['ok', 'Privacy has no link, as PRIVACY_LINK says.'])
  const results = await checkLegalLinks(seen, links)
  assert.deepEqual(
    results.map(({ sentence }) => sentence),
    [
      'Privacy has no address yet, and the page asks for consent.',
      'The page was built without the link to Cookies.',
      'Terms is linked, but its page does not open (404).',
      'Imprint is linked and answers.',
    ],
  )
})

function answer(status: number, changes: Record<string, string | undefined> = {}) {
  const headers = { ...sound.headers, ...changes }
  page.served.page = { ...sound, status, headers: JSON.parse(JSON.stringify(headers)) }
  return undefined
}

function replace(pattern: RegExp, text: string) {
  page.served.page = { ...sound, html: sound.html.replace(pattern, text) }
  return undefined
}

function insert(markup: string) {
  return replace(/$/, markup)
}
