import { createHash } from 'node:crypto'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'

const expected: Record<string, string> = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
}
const data = 'application/ld+json'

/** What is wrong with the headers of the page, its 404, a script, a picture and the answer to a native post. */
export async function headerFaults(origin: string): Promise<string[]> {
  const page = await fetch(origin)
  const html = await page.clone().text()
  const script = /src="(\/_next\/[^"]+\.js)/.exec(html)?.[1] ?? ''
  const form = new FormData()
  for (const [, name = '', value = ''] of html.matchAll(
    /<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g,
  )) {
    form.set(name, value.replaceAll('&quot;', '"'))
  }
  const answers = {
    'the page': page,
    'the 404': await fetch(`${origin}/nowhere`),
    'a script': await fetch(origin + script),
    'the social image': await fetch(`${origin}/social.jpg`),
    'the answer to a native post': await fetch(origin, { method: 'POST', body: form, headers: { origin } }),
  }
  const faults = await Promise.all(
    Object.entries(answers).map(async ([name, answer]) =>
      (await answerFaults(answer)).map((fault) => `${name}: ${fault}`),
    ),
  )
  return faults.flat()
}

async function answerFaults(answer: Response): Promise<string[]> {
  const faults = Object.entries(expected)
    .filter(([name, value]) => answer.headers.get(name) !== value)
    .map(([name]) => `${name} is ${answer.headers.get(name)}`)
  const policy = answer.headers.get('content-security-policy')
  if (!policy) return [...faults, 'there is no policy']
  if (answer.headers.get('content-type')?.startsWith('text/html')) {
    faults.push(...uncovered(await answer.text(), policy))
  }
  return [...faults, ...weaknesses(policy)]
}

/** Inline scripts and styles that the policy would block. */
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

/** What Google's evaluator finds to be a weakness for certain. */
function weaknesses(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity <= Severity.MEDIUM)
    .map(({ directive, value, description }) => `${directive} ${value ?? ''}: ${description}`)
}
