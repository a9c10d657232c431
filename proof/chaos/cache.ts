import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Browser, chromium } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '../../e2e/chromium.ts'
import { hydrated, playButton } from '../../e2e/test.ts'
import type { Random } from '../../tests/kit/random.ts'
import type { Experiment } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'
import { startNginx, withoutNginx } from '../harness/nginx.ts'

const count = 200
const visits = 20
const agent = new Agent({ keepAlive: true })

/** Whatever headers others send, the next visitor behind a shared cache gets the page, and its scripts run. */
export const cache: Experiment = {
  id: 'E25',
  title: `${count} header variations before a shared cache`,
  missing: withoutNginx,
  async run({ chain, random, folder, port }) {
    const nginx = await startNginx(folder, port + 8, sharedCache(port + 8, chain.settings.pagePort))
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
    try {
      const visitor = { method: 'GET', headers: await headersOf(browser, chain.pageUrl) }
      const right = await ask(chain.pageUrl, visitor)
      const variations = headerVariations(random, count, visitor.headers)
      // Each at an address of its own, since it would find what an earlier one left there, and then at everyone's.
      const addresses = variations.map((_, index) => `${nginx.url}?${index}`)
      for (const [index, variation] of variations.entries()) {
        for (const url of [addresses[index] ?? '', nginx.url]) await ask(url, variation)
      }
      // The first differ in their content type. Each visit is the first by a browser to its address.
      const visited = [nginx.url, ...addresses.slice(0, visits - 1)]
      const { running, violations } = await visit(browser, visited)
      let [kept, wrong] = [0, 0]
      for (const url of addresses) {
        const answer = await ask(url, visitor)
        if (answer.cached === 'HIT') kept += 1
        if (answer.policy !== right.policy || answer.body !== right.body) wrong += 1
      }
      return [
        figure('variations kept by the cache', kept, { least: count / 2 }),
        figure('wrong answers to the next visitor', wrong, { exactly: 0 }),
        figure('visits in which the scripts ran', running, { exactly: visits }),
        figure('policy violations', violations, { exactly: 0 }),
      ]
    } finally {
      await browser.close()
      await nginx.stop()
    }
  },
}

/** nginx as a shared cache that tells answers apart by `Vary` alone; `X-Cache` says whether an answer came from it. */
const sharedCache = (port: number, pagePort: number) => `
  large_client_header_buffers 4 16k;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://localhost:${pagePort};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_cache pages;
      add_header X-Cache $upstream_cache_status always;
    }
  }`

/** The headers by which a browser asks for the page, of those that `Vary` may name. */
async function headersOf(browser: Browser, url: string): Promise<Record<string, string>> {
  const page = await browser.newPage()
  const headers = await (await page.goto(url))?.request().allHeaders()
  await page.close()
  const { accept = '', 'accept-encoding': encoding = '' } = headers ?? {}
  return { accept, 'accept-encoding': encoding }
}

async function ask(url: string, { method, headers }: Variation) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, agent }).on('response', resolve).on('error', reject).end()
  })
  const { 'content-security-policy': policy, 'x-cache': cached } = answer.headers
  return { policy, cached, body: await text(answer) }
}

/** Opens each address as a new visitor who reaches for the video; counts where React ran, and all violations. */
async function visit(browser: Browser, urls: string[]) {
  let [running, violations] = [0, 0]
  for (const url of urls) {
    const context = await browser.newContext()
    context.setDefaultTimeout(5_000)
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations += 1
    })
    await page.goto(url)
    await playButton(page).click()
    running += await hydrated(page).then(
      () => 1,
      () => 0,
    )
    await context.close()
  }
  return { running, violations }
}

type Variation = { method: string; headers: Record<string, string> }

/** What a cache must tell apart by `Vary`, and what may not matter to the answer at all. */
const values: Record<string, string[]> = {
  'content-type': [
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'Multipart/Form-Data',
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/x-component',
  ],
  accept: ['*/*', 'text/x-component', 'application/json', 'image/avif'],
  rsc: ['1', '0'],
  'next-router-prefetch': ['1', '2'],
  'next-router-segment-prefetch': ['/_tree', '/__PAGE__', '/_index'],
  'next-router-state-tree': ['%5B%22%22%2C%7B%7D%5D', 'x'],
  'next-url': ['/', '/answer'],
  'next-action': ['x', '60'.padEnd(42, '0')],
  range: ['bytes=0-10', 'bytes=-5', 'bytes=9-1'],
  'accept-encoding': ['identity', 'gzip', 'br', 'zstd', '*;q=0'],
  cookie: ['__prerender_bypass=x', '__next_preview_data=x', 'a=b'],
  'x-forwarded-host': ['elsewhere.example.com'],
  'x-forwarded-proto': ['https', 'x'],
  'x-forwarded-port': ['1'],
  'x-forwarded-for': ['203.0.113.4', ','],
  forwarded: ['host=elsewhere.example.com'],
  'x-original-url': ['/answer'],
  'x-rewrite-url': ['/answer'],
  'x-matched-path': ['/answer'],
  'x-invoke-path': ['/answer'],
  'x-http-method-override': ['POST'],
  'x-middleware-subrequest': ['proxy', 'src/proxy'],
  'x-middleware-prefetch': ['1'],
  'x-middleware-rewrite': ['/answer'],
  'x-nextjs-data': ['1'],
  'x-prerender-revalidate': ['x'],
  'x-posted-fields': ['name=Ada'],
  'x-nonce': ['x'],
  'content-security-policy': ["script-src 'nonce-x'"],
  purpose: ['prefetch'],
  'sec-purpose': ['prefetch', 'prefetch;prerender'],
  'sec-fetch-dest': ['empty', 'script'],
  'if-none-match': ['*', '"x"'],
  'if-modified-since': ['Sat, 21 Nov 2099 00:00:00 GMT'],
  origin: ['null', 'https://elsewhere.example.com'],
  referer: ['https://elsewhere.example.com/'],
  'user-agent': ['Googlebot/2.1', 'facebookexternalhit/1.1', ''],
  'accept-language': ['de', 'ar'],
  'save-data': ['on'],
}

/** Gives so many variations: each header by itself with GET and HEAD, then random ones with up to four headers. */
function headerVariations(random: Random, count: number, usual: Record<string, string>): Variation[] {
  const pairs = Object.entries(values).flatMap(([name, all]) =>
    all.map((value): [string, string] => [name, value]),
  )
  const make = (method: string, own: [string, string][]) => ({
    method,
    headers: { ...usual, ...Object.fromEntries(own) },
  })
  const single = pairs.flatMap((pair) => [make('GET', [pair]), make('HEAD', [pair])])
  const mixed = Array.from({ length: Math.max(0, count - single.length) }, () =>
    make(
      random.pick(['GET', 'HEAD']),
      [...Array(2 + random.below(3))].map(() => random.pick(pairs)),
    ),
  )
  return [...single, ...mixed]
}
