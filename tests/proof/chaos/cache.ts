import { chromium } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '../../../e2e/chromium.ts'
import { type Answer, answerTo } from '../../kit/answer.ts'
import type { Random } from '../../kit/random.ts'
import type { Experiment } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'
import type { NginxSettings } from '../harness/nginx.ts'
import values from './header-values.json' with { type: 'json' }

const count = 200

/**
 * Configures nginx as a shared cache that tells requests apart only by `Vary`. The header `X-Cache` says whether an
 * answer came from the cache.
 */
const sharedCache: NginxSettings = (port, pagePort) => `
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

/**
 * Somebody sends requests with unusual headers through a shared cache. The next visitor must still get the same page
 * as without the cache.
 */
export const cache: Experiment = {
  id: 'E25',
  title: `${count} header variations before a shared cache`,
  nginx: sharedCache,
  async run({ chain, random, frontUrl }) {
    const visitor = { method: 'GET', headers: await browserHeaders(chain.pageUrl) }
    const variations = headerVariations(random, visitor.headers)
    // Each variation first requests a URL that nobody else uses, so that the cache cannot have an answer yet. Then it
    // requests the URL of the page.
    const addresses = [frontUrl, ...variations.map((_, index) => `${frontUrl}?${index}`)]
    for (const [index, variation] of variations.entries())
      for (const url of [addresses[index + 1] ?? '', frontUrl]) await answerTo(url, variation)

    const right = pageIn(await answerTo(chain.pageUrl, visitor))
    let [kept, wrong] = [0, 0]
    for (const url of addresses) {
      const answer = await answerTo(url, visitor)
      if (answer.headers['x-cache'] === 'HIT') kept += 1
      if (pageIn(answer) !== right) wrong += 1
    }
    return [
      figure('variations kept by the cache', kept, { least: count / 2 }),
      figure('wrong answers to the next visitor', wrong, { exactly: 0 }),
    ]
  },
}

/**
 * Returns the parts of an answer that matter to the visitor. These are the status, content, type, encoding and
 * policy.
 */
const pageIn = ({ status, headers, body }: Answer) =>
  JSON.stringify([
    ...[status, headers['content-type'], headers['content-encoding'], headers['content-security-policy']],
    body,
  ])

/** Returns the headers of a page request from a browser, but only those that `Vary` may contain. */
async function browserHeaders(url: string): Promise<Record<string, string>> {
  await using browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs })
  const answer = await (await browser.newPage()).goto(url)
  const { accept = '', 'accept-encoding': encoding = '' } = (await answer?.request().allHeaders()) ?? {}
  return { accept, 'accept-encoding': encoding }
}

/**
 * Returns requests with unusual headers. The first ones have a single value from header-values.json each, with GET
 * and with HEAD. The others have up to four headers, which are combined at random. A header may change the answer
 * only if `Vary` names that header.
 */
function headerVariations(random: Random, usual: Record<string, string>) {
  const pairs = Object.entries(values).flatMap(([name, all]) => all.map((value) => [name, value] as const))
  const make = (method: string, own: (readonly [string, string])[]) => ({
    method,
    headers: { ...usual, ...Object.fromEntries(own) },
  })
  const single = pairs.flatMap((pair) => [make('GET', [pair]), make('HEAD', [pair])])
  const some = () => Array.from({ length: 2 + random.below(3) }, () => random.pick(pairs))
  const mixed = Array.from({ length: count - single.length }, () =>
    make(random.pick(['GET', 'HEAD']), some()),
  )
  return [...single, ...mixed]
}
