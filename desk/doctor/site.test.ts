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

const instead = (status: number | string, headers: HeadersInit = {}, text = ''): Partial<Site> => {
  const page = { ...answer(headers, text), status } as Site['page']
  return { page, uncached: page }
}

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
  [
    'a site that is silent',
    instead('ENOTFOUND'),
    /^page: https:\/\/training\.example\/ does not answer \(ENOTFOUND\)/,
  ],
  [
    'a redirect to another host',
    instead(308, { location: 'https://www.training.example/?from=1' }),
    /^page: .* redirects to https:\/\/www\.training\.example\/\.$/,
  ],
  ['a deployment that is protected', instead(401), /^page: .* asks visitors to sign in/],
  ['a site that fails', instead(500), /^page: .* answers with status 500/],
  [
    'a challenge of Vercel',
    instead(429, { 'x-vercel-mitigated': 'challenge' }),
    /^page: The firewall of Vercel/,
  ],
  ['a challenge of Cloudflare', instead(403, {}, 'Just a moment...'), /^page: The firewall of Cloudflare/],
  ['a block of AWS', instead(202, { 'x-amzn-waf-action': 'challenge' }), /^page: The firewall of AWS WAF/],
  ['a block of Imperva', instead(403, { 'x-iinfo': '1' }), /^page: The firewall of Imperva/],
  ['a block of Sucuri', instead(403, { 'x-sucuri-block': '1' }), /^page: The firewall of Sucuri/],
  ['a block of DataDome', instead(403, { 'x-datadome': '1' }), /^page: The firewall of DataDome/],
  ['a block of DDoS-Guard', instead(403, { server: 'ddos-guard' }), /^page: The firewall of DDoS-Guard/],
  ['a block of HUMAN', instead(403, { 'x-px-uuid': '1' }), /^page: The firewall of HUMAN/],
  ['a block of ModSecurity', instead(406, {}, 'Mod_Security'), /^page: The firewall of the host/],
  ['a block of Akamai', instead(403, { server: 'AkamaiGHost' }), /^page: The firewall of Akamai/],
  ['an error behind a firewall', instead(500, { 'x-iinfo': '1' }), /^page: .* answers with status 500/],
] satisfies [string, Partial<Site>, RegExp][])
  test(`${what} is the only fault named`, () => {
    const [first, ...others] = faultsOf(change)
    assert.match(first ?? '', fault)
    assert.deepEqual(others, [])
  })
