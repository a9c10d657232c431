import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildId } from '../../build/build-id.ts'
import { checkSite, type SiteAnswer } from './site.ts'
import { readTarget } from './target.ts'

type Site = NonNullable<SiteAnswer>

const address = 'https://training.example/'
const project = 'https://abcdefghijklmnopqrst.supabase.co'
const target = readTarget({ SITE_URL: address, SUPABASE_URL: project, SUPABASE_SECRET_KEY: 'sb_secret_a' })
const answer = (headers: HeadersInit = {}, text = '<script src="/_next/static/a.js">') => ({
  url: address,
  status: 200,
  headers: new Headers(headers),
  redirected: false,
  text,
})
const atHttp = (headers: HeadersInit) => ({
  ...answer(headers, ''),
  url: address.replace('https', 'http'),
  status: 308,
})

const sound: Site = {
  records: [{ type: 'A', value: '192.0.2.1' }],
  page: answer(),
  uncached: answer(),
  unencrypted: atHttp({ location: address }),
  outcome: '/confirm/outcome/unknown',
  build: buildId(project),
}

/** The faults of the live site in which this is otherwise. */
const faultsOf = (change: Partial<Site>) =>
  checkSite(target, { ...sound, ...change }, undefined)
    .filter(({ status }) => status === 'fault')
    .map(({ check, sentence }) => `${check}: ${sentence}`)

test('a sound live site has no fault', () => {
  assert.deepEqual(faultsOf({}), [])
})

for (const [what, change, fault] of [
  ['an older build', { build: buildId(project).replace(/^\w+/, '0123') }, /^build: .* from other sources/],
  ['the build of another project', { build: buildId('https://b.supabase.co') }, /^build: .* another project/],
  ['a key that is refused', { outcome: '/confirm/outcome/unavailable' }, /^site call: .* every lead fails/],
  ['a page without https', { unencrypted: atHttp({}) }, /^https: .* without redirecting to https/],
  ['an older page in a cache', { page: answer({}, '') }, /^cache: .* an older page/],
  [
    'a page that a cache may keep',
    { page: answer({ 'cache-control': 'public, s-maxage=60, max-age=7200' }) },
    /^cache: .* may keep the page for 2 h/,
  ],
  [
    'an older host for IPv6',
    {
      records: [{ type: 'AAAA', value: '2001:db8::1' }],
      page: answer({ server: 'Vercel' }),
    },
    /^page: Visitors with IPv6 get another host/,
  ],
] satisfies [string, Partial<Site>, RegExp][])
  test(`${what} is the only fault named`, () => {
    const [first, ...others] = faultsOf(change)
    assert.match(first ?? '', fault)
    assert.deepEqual(others, [])
  })
