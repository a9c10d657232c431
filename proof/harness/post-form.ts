import { type Answer, answerTo, type Outcome } from './answer.ts'
import type { Chain } from './chain.ts'
import type { Submission } from './submission.ts'

type PageChain = Pick<Chain, 'pageUrl'>

/** The hidden fields of the rendered form, by which a native post reaches the server action. */
export async function hiddenFields({ pageUrl }: PageChain): Promise<[string, string][]> {
  const page = await (await fetch(pageUrl)).text()
  const form = /<form.*?<\/form>/s.exec(page)?.[0] ?? ''
  const inputs = form.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)
  const fields = [...inputs].map(([, name = '', value = '']): [string, string] => [name, unescaped(value)])
  if (!fields.some(([name]) => name.startsWith('$ACTION_'))) throw new Error('The page holds no form')
  return fields
}

const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#x27': "'" }
const unescaped = (text: string) => text.replace(/&([^;]+);/g, (whole, name) => entities[name] ?? whole)

/** The fields that the visitor's browser adds. */
export const visitorFields = ({ key, ...lead }: Submission): Record<string, string> => ({
  ...lead,
  consent: 'on',
  consentVersion: '2026-11',
  submissionId: key,
  elapsedMs: '20000',
})

/** Posts the form natively, as a browser without scripts does; `address` is the visitor's. */
export function postForm(
  chain: PageChain,
  hidden: [string, string][],
  fields: Record<string, string>,
  address = '198.51.100.1',
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of [...hidden, ...Object.entries(fields)]) form.set(name, value)
  return answerTo(
    chain.pageUrl,
    {
      method: 'POST',
      body: form,
      headers: {
        'x-forwarded-for': address,
        referer: chain.pageUrl,
        origin: new URL(chain.pageUrl).origin,
        ...headers,
      },
    },
    (status, body) => classify(status, body, fields.email ?? ''),
  )
}

/** An error counts as one to try again only when the page still holds what was typed. */
function classify(status: number, body: string, email: string): Outcome {
  if (status !== 200) return 'wrong'
  if (body.includes('<iframe')) return 'success'
  if (/aria-invalid="true"/.test(body)) return 'invalid'
  return body.includes('role="alert"') && body.includes(email) ? 'retryable' : 'wrong'
}
