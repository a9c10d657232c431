import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { type Answer, answerTo } from '../harness/answer.ts'
import { blockedInline } from '../harness/blocked-inline.ts'
import { openForm } from '../harness/post-form.ts'
import { createRandom } from '../harness/random.ts'
import { makeSubmission } from '../harness/submission.ts'

const expected: Record<string, string> = {
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
}

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
  const policy = String(headers['content-security-policy'] ?? '')
  const faults = Object.entries(expected)
    .filter(([name, value]) => headers[name] !== value)
    .map(([name]) => `${name} is ${headers[name]}`)
  if (!policy) return [...faults, 'there is no policy']
  const isPage = headers['content-type']?.startsWith('text/html')
  return [...faults, ...(isPage ? blockedInline(body, policy) : []), ...weaknesses(policy)]
}

/** Lists the weaknesses of which Google's evaluator of policies is certain. */
function weaknesses(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity <= Severity.MEDIUM)
    .map(({ directive, value, description }) => `${directive} ${value ?? ''}: ${description}`)
}
