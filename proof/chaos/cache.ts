import { type Answer, answerTo } from '../harness/answer.ts'
import { type Experiment, expect } from '../harness/experiment.ts'
import { headerVariations, type Variation } from './header-variations.ts'

const count = 200
/** What a browser sends of the headers that `Vary` may name. */
const visitor: Record<string, string> = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
}

/** Whatever headers others send, no shared cache keeps another answer for the next visitor than the visitor's page. */
export const cache: Experiment = {
  id: 'E25',
  title: `${count} header variations before a shared cache`,
  async run({ chain, random }) {
    const ask = (variation: Variation) => answerTo(chain.pageUrl, variation, () => 'success')
    const right = await ask({ method: 'GET', headers: visitor })
    let kept = 0
    const wrong: string[] = []
    for (const variation of headerVariations(random, count, visitor)) {
      const answer = await ask(variation)
      if (!isKeptForVisitor(variation, answer)) continue
      kept += 1
      const isPage = variation.method === 'HEAD' || answer.body === right.body
      const policy = 'content-security-policy'
      if (!isPage || answer.status !== 200 || answer.headers[policy] !== right.headers[policy])
        wrong.push(`${answer.status} to ${JSON.stringify(variation)}`)
    }
    const figures = `${kept} of ${count} answers may be kept for the next visitor, ${wrong.length} of them wrong ${wrong[0] ?? ''}`
    expect(kept > count / 2 && wrong.length === 0, figures)
    return figures
  },
}

/** The statuses whose answers a cache may keep although they do not say for how long (RFC 9110, section 15.1). */
const cacheable = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

/** Whether a shared cache may keep an answer, and by its `Vary` gives it to a visitor (RFC 9111, sections 3 and 4.1). */
function isKeptForVisitor({ headers }: Variation, answer: Answer): boolean {
  const { 'cache-control': control = '', vary = '' } = answer.headers
  if (answer.status === 304 || /\b(?:no-store|no-cache|private)\b/.test(control)) return false
  const names = vary.toLowerCase().split(/[\s,]+/)
  const isForVisitor = names.every((name) => headers[name] === visitor[name])
  return isForVisitor && (/max-?age/.test(control) || cacheable.includes(answer.status))
}
