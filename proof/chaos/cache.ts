import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { chromium } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '../../e2e/chromium.ts'
import { hydrated, playButton } from '../../e2e/test.ts'
import { type Experiment, expect } from '../harness/experiment.ts'
import { headerVariations, type Variation } from './header-variations.ts'
import { findNginx, startNginx } from './nginx.ts'

const count = 200
const visits = 20
const agent = new Agent({ keepAlive: true })
/** What a browser sends of the headers that the page's `Vary` names. */
const browserHeaders = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Whatever headers others send, the next visitor behind a shared cache gets the page, and its scripts run. */
export const cache: Experiment = {
  id: 'E23',
  title: `${count} header variations before a shared cache`,
  missing: () =>
    findNginx() ? undefined : 'there is no nginx on PATH (Debian: apt-get install nginx-light)',
  async run({ chain, random, folder, port }) {
    const nginx = await startNginx(findNginx() ?? '', folder, port + 8, chain.settings.pagePort)
    try {
      const right = await ask(chain.pageUrl, { method: 'GET', headers: browserHeaders })
      const variations = headerVariations(random, count, browserHeaders)
      let [kept, wrong] = [0, 0]
      const causes = new Set<string>()
      for (const [index, variation] of variations.entries()) {
        // An address of its own, so that no variation finds what an earlier one left; then the address of everyone.
        for (const url of [`${nginx.url}?${index}`, nginx.url]) await ask(url, variation)
        const next = await ask(`${nginx.url}?${index}`, { method: 'GET', headers: browserHeaders })
        if (next.cached === 'HIT') kept += 1
        if (next.status === 200 && next.policy === right.policy && next.body === right.body) continue
        wrong += 1
        causes.add(JSON.stringify(variation))
      }
      const others = [...Array(visits - 1)].map(() => `${nginx.url}?${random.below(variations.length)}`)
      const { running, violations } = await visit([nginx.url, ...others])
      const figures = `${variations.length} variations, ${kept} kept by the cache, ${wrong} wrong answers to the next visitor, scripts ran in ${running} of ${visits} visits, ${violations} policy violations ${[...causes].slice(0, 5).join(' ')}`
      expect(wrong === 0 && violations === 0 && running === visits && kept > 0, figures)
      return figures
    } finally {
      await nginx.stop()
    }
  },
}

/** Makes a request as it is, without a body. */
async function ask(url: string, { method, headers }: Variation) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, agent }).on('response', resolve).on('error', reject).end()
  })
  const body = await text(answer)
  const { 'content-security-policy': policy, 'x-cache': cached } = answer.headers
  return { status: answer.statusCode, policy, cached, body }
}

/** Opens each address in a new browser's profile and reaches for the video; counts where React ran, and all violations. */
async function visit(urls: string[]) {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
  let [running, violations] = [0, 0]
  for (const url of urls) {
    const context = await browser.newContext()
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations += 1
    })
    await page.goto(url, { waitUntil: 'commit' })
    await playButton(page).click()
    running += await hydrated(page).then(
      () => 1,
      () => 0,
    )
    await context.close()
  }
  await browser.close()
  return { running, violations }
}
