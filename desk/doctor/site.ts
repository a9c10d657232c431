import { buildId } from '../../build/build-id.ts'
import { networkRemedy } from '../../lib/proxy.ts'
import { confirmationVersion } from '../../site/confirmation-texts.ts'
import { type Answer, ask } from './ask.ts'
import type { FunctionAnswer } from './function.ts'
import { type HostRecord, recordsAt, sayRecords } from './name-server.ts'
import { type Fault, judge, type Result, unseen } from './result.ts'
import { type Target, withoutQuery } from './target.ts'

/** Undefined without the site's address. */
export type SiteAnswer = Awaited<ReturnType<typeof askSite>>

/** Follows no redirect: SITE_URL must be the page's own address. */
export async function askSite({ pageUrl = '' }: Target) {
  const url = URL.parse(pageUrl)
  if (!url) return undefined
  const [records, page, uncached, unencrypted, version, confirmation] = await Promise.all([
    url.protocol === 'https:' ? recordsAt(url.hostname) : [],
    ask(url.href),
    // A random query, so no cache answers.
    ask(new URL(`?doctor=${crypto.randomUUID()}`, url).href),
    url.protocol === 'https:' ? ask(url.href.replace(/^https/, 'http')) : undefined,
    ask(new URL('/version', url).href),
    // If the site reports an unknown token, the function took the site's key.
    ask(new URL(`/confirm/${crypto.randomUUID()}/answer`, url).href, {
      method: 'POST',
      body: new URLSearchParams({ shown: confirmationVersion }),
    }),
  ])
  /** The build that answered (build/build-id.ts). */
  const build = version.status === 200 ? version.text : ''
  const outcome = confirmation.headers.get('location') ?? ''
  return { records, page, uncached, unencrypted, outcome, build }
}

type Loaded = NonNullable<SiteAnswer>

const afterPage = ['https', 'site call', 'build', 'cache']

/** Whether SITE_URL is its address, uses TLS and reaches the function. */
export function checkSite(target: Target, site: SiteAnswer, answer: FunctionAnswer): Result[] {
  if (!site) return unseen(['page', ...afterPage], 'There is no valid SITE_URL to fetch.')
  const { page } = site
  const answers = judge(
    'page',
    `${withoutQuery(page.url)} answers.`,
    explain(target, site),
    page.status === 200 && findOldRecord(site),
  )
  if (typeof page.status === 'string') return [...answers, ...unseen(afterPage, 'The page did not load.')]
  return [
    ...answers,
    ...checkHttps(site),
    ...checkCall(target, site, answer),
    ...checkBuild(target, site),
    ...checkCache(site),
  ]
}

/** Vercel has no IPv6 address: one beside its IPv4 address leads to an older host. */
function findOldRecord({ records, page }: Loaded): Fault | undefined {
  const old = records.filter(({ type }) => type === 'AAAA')
  if (old.length === 0 || page.headers.get('server') !== 'Vercel') return undefined
  return `Visitors with IPv6 get another host than Vercel. → Remove this DNS record of ${new URL(page.url).hostname}: ${sayRecords(old)}`
}

/** Where DNS leads, for an error. */
const sayDns = (records: HostRecord[]) =>
  records.length > 0 ? ` (now ${sayRecords(records)}; a record of an older host must go)` : ''

function explain({ isLocal }: Target, { page, records }: Loaded): Fault | undefined {
  const url = withoutQuery(page.url)
  const { status, headers } = page
  if (typeof status === 'string') {
    const remedies = [
      isLocal
        ? 'Start it: npm start'
        : `Set SITE_URL in operator.env to the address of the site; look at its DNS${sayDns(records)} and certificate`,
      isLocal ? '' : networkRemedy(status, process.env),
    ]
    return `${url} does not answer (${status}). → ${remedies.filter(Boolean).join('; ')}`
  }
  if (status === 200) return undefined
  if (status >= 300 && status < 400)
    return `${url} redirects to ${withoutQuery(URL.parse(headers.get('location') ?? '', page.url)?.href) ?? 'nowhere'}. → Set SITE_URL of the function, of the site and in operator.env to the address that visitors end at, and build the site again`
  const firewall = challengeOf(page)
  if (firewall) return firewall
  if (status === 401)
    return `${url} asks visitors to sign in. → Turn off deployment protection for production (Vercel: settings)`
  return `${url} answers with status ${status}. → Look at the log of the site`
}

/** Each with what only its answers have, in headers or text, and where to turn it off. */
const firewalls: [name: string, sign: RegExp, place: string][] = [
  [
    'Vercel',
    /^x-vercel-mitigated:|vercel security checkpoint/im,
    'Vercel: project, Firewall, Attack Challenge Mode and Bot Protection',
  ],
  [
    'Cloudflare',
    /^cf-mitigated:|just a moment\.\.\.|challenges\.cloudflare\.com|cf-chl|attention required! \| cloudflare|error code: 10\d\d/im,
    'Cloudflare: Security, Bots, Under Attack Mode and the rules for the site',
  ],
  [
    'AWS WAF',
    /^x-amzn-waf-action:|request blocked\.\s{1,9}we can't connect to the server/im,
    'AWS: the rule with Block, Challenge or CAPTCHA',
  ],
  ['Imperva', /^x-iinfo:|^server: imperva|incapsula/im, 'Imperva: the security rules of the site'],
  [
    'Sucuri',
    /^server: sucuri|^x-sucuri-block:|sucuri website firewall/im,
    'Sucuri: the access control of the site',
  ],
  ['DataDome', /datadome/i, 'DataDome: the rules for the site'],
  ['DDoS-Guard', /ddos-guard/i, 'DDoS-Guard: the rules for the site'],
  ['HUMAN', /^x-px-|px-captcha|perimeterx/im, 'HUMAN: the rules for the site'],
  ['the host (ModSecurity)', /mod_?security/i, 'its rules for the site'],
  ['Akamai', /^server: akamaighost/im, 'Akamai: Bot Manager'],
]
/** Some firewalls mark every answer. One of another status is the site's own. */
const refusals = [202, 403, 405, 406, 429, 503]

/**
 * A firewall blocks, or asks for a proof of a human. Visitors with scripts may pass; crawlers, link previews
 * and uptime checks do not.
 */
function challengeOf({ url, status, headers, text }: Answer): Fault | undefined {
  if (!refusals.includes(Number(status))) return undefined
  const answer = `${[...headers].map(([name, value]) => `${name}: ${value}`).join('\n')}\n${text}`
  const [firewall, , place] = firewalls.find(([, sign]) => sign.test(answer)) ?? []
  if (!firewall) return undefined
  return `The firewall of ${firewall} stops ${url} (${status}), or asks for a proof of a human. → Turn that off for the site (${place})`
}

function checkHttps({ unencrypted }: Loaded): Result[] {
  // Only on this machine may SITE_URL begin with http. Otherwise the check of the variables reports it.
  if (!unencrypted) return unseen('https', 'The page is requested without TLS.')
  // A challenge hides the site's answer; the check of the page names it.
  if (challengeOf(unencrypted)) return unseen('https', 'A firewall stops the request.')
  const place = URL.parse(unencrypted.headers.get('location') ?? '', unencrypted.url)
  return judge(
    'https',
    'Visitors reach the page only by https.',
    typeof unencrypted.status === 'number' &&
      place?.protocol !== 'https:' &&
      `${withoutQuery(unencrypted.url)} answers without redirecting to https. → Have the host redirect http to https`,
  )
}

function checkCall(target: Target, { outcome }: Loaded, answer: FunctionAnswer): Result[] {
  if (outcome.endsWith('/unknown')) {
    // Without a deployed function, the site answers the same.
    if (answer?.status === 404) return unseen('site call', 'There is no function to call.')
    return judge('site call', 'The live site calls the function with a key that it accepts.')
  }
  if (!outcome.endsWith('/unavailable'))
    return unseen('site call', 'The live site is of another version, which cannot be asked.')
  const isFunctionWell = answer?.health?.database.status === 'ok'
  return judge(
    'site call',
    '',
    `The live site cannot call the function, so every lead fails. → ${target.isLocal || !isFunctionWell ? 'Fix the faults shown for the function and the database; if this stays, set SUPABASE_URL and SUPABASE_SECRET_KEY where the site runs as in operator.env, and deploy it again' : 'Set SUPABASE_URL and SUPABASE_SECRET_KEY where the site runs as in operator.env, and deploy it again'}`,
  )
}

/** `npm run dev` has no build. */
export const isDevelopment = ({ isLocal }: Target, build: string) => isLocal && !/^[0-9a-f]/.test(build)

function checkBuild(target: Target, { outcome, build }: Loaded): Result[] {
  const { isLocal, supabaseUrl } = target
  if (isDevelopment(target, build)) return unseen('build', 'In development no build answers.')
  if (!outcome.includes('/confirm/outcome/')) return unseen('build', 'The site did not say.')
  const [sources, project] = build.split('-')
  const [wantedSources, wantedProject] = buildId(supabaseUrl).split('-')
  return judge(
    'build',
    'The site was built from these sources, for the project at SUPABASE_URL.',
    sources !== wantedSources &&
      'The live site was built from other sources than these. → Build and deploy the site again, or update these sources to what is deployed',
    // A site of other sources may not send its project.
    !isLocal &&
      project !== undefined &&
      URL.canParse(supabaseUrl ?? '') &&
      project !== wantedProject &&
      'The live site was built for another project than SUPABASE_URL, so its leads go there. → Set SUPABASE_URL and SUPABASE_SECRET_KEY where the site is built as in operator.env, and deploy it again; or correct them in operator.env',
  )
}

/** With a stored page there would be no scripts after the next deploy, or an old video. */
function checkCache({ page, uncached }: Loaded): Result[] {
  if (page.status !== 200) return unseen('cache', 'The page did not load.')
  const { headers, text } = page
  const maxAge = Number(/(?:^|[\s,])max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0)
  // Vercel empties its cache at each deployment.
  const age = headers.has('x-vercel-cache') ? 0 : Number(headers.get('age') ?? 0)
  const scripts = (html: string) => html.match(/\/_next\/static\/[^"]+/g)?.join()
  const isOld = uncached.status === 200 && scripts(uncached.text) !== scripts(text)
  const keep = 'Have the cache or CDN in front keep the Cache-Control of the site for /, and empty it'
  const hours = Math.ceil(Math.max(maxAge, age) / 3600)
  return judge(
    'cache',
    'No cache keeps the page.',
    isOld && `A cache shows visitors an older page than the site has. → ${keep}`,
    !isOld &&
      (maxAge > 0 || age > 3600) &&
      `A cache may keep the page for ${hours} h, also when a newer one is deployed. → ${keep}`,
  )
}
