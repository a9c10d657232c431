import { createHash } from 'node:crypto'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { type Answer, answerTo } from '../harness/answer.ts'
import { openForm } from '../harness/post-form.ts'
import { createRandom } from '../harness/random.ts'
import { makeSubmission } from '../harness/submission.ts'

const expected: Record<string, string> = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
}
const data = 'application/ld+json'

/** Lists what is wrong with the headers of the page, its 404 page, a script, a picture and the answers to native posts. */
export async function headerFaults(origin: string): Promise<string[]> {
  const get = (path: string) => answerTo(origin + path, { method: 'GET' }, () => 'success')
  const random = createRandom(1)
  const post = await openForm({ pageUrl: `${origin}/` }, random)
  const page = await get('/')
  const script = /src="(\/_next\/[^"]+\.js)/.exec(page.body)?.[1] ?? ''
  const answers = {
    'the page': page,
    'the 404 page': await get('/nowhere'),
    'a script': await get(script),
    'the social image': await get('/social.jpg'),
    'the answer to a native post': await post(makeSubmission(random)),
    'the answer to an incomplete native post': await post(makeSubmission(random), { fields: { name: '' } }),
  }
  return Object.entries(answers).flatMap(([name, answer]) =>
    answerFaults(answer).map((fault) => `${name}: ${fault}`),
  )
}

function answerFaults({ headers, body }: Answer): string[] {
  const faults = Object.entries(expected)
    .filter(([name, value]) => headers[name] !== value)
    .map(([name]) => `${name} is ${headers[name]}`)
  const policy = String(headers['content-security-policy'] ?? '')
  if (!policy) return [...faults, 'there is no policy']
  const isPage = headers['content-type']?.startsWith('text/html')
  return [...faults, ...(isPage ? uncovered(body, policy) : []), ...weaknesses(policy)]
}

/** Lists inline scripts and styles that the policy would block. */
function uncovered(html: string, policy: string): string[] {
  const inline = [...html.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs)].filter(
    ([, , attributes = '']) => !attributes.includes(' src=') && !attributes.includes(data),
  )
  return inline.flatMap(([, tag = '', attributes = '', text = '']) => {
    const nonce = / nonce="([^"]+)"/.exec(attributes)?.[1]
    const hash = createHash('sha256').update(text).digest('base64')
    const sources = new RegExp(`${tag}-src ([^;]*)`).exec(policy)?.[1] ?? ''
    const isCovered = sources.includes(`'sha256-${hash}'`) || (nonce && sources.includes(`'nonce-${nonce}'`))
    return isCovered ? [] : [`the policy blocks <${tag}>${text.slice(0, 60)}…`]
  })
}

/** Lists the weaknesses of which Google's evaluator of policies is certain. */
function weaknesses(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity <= Severity.MEDIUM)
    .map(({ directive, value, description }) => `${directive} ${value ?? ''}: ${description}`)
}
