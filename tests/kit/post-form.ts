import { parseHTML } from 'linkedom'
import { consentId } from '../../lib/lead/consent-shown.ts'
import { type Answer, answerTo, type Call, formOf, type Outcome } from './answer.ts'
import type { Random } from './random.ts'
import type { Submission } from './submission.ts'

type Page = { pageUrl: string; address?: string }
/** These replace the usual ones in the post of a visitor. */
export type Extras = { fields?: Record<string, string>; headers?: Record<string, string>; address?: string }

/** Of the form on the page. */
export async function hiddenFields({ pageUrl, address }: Page): Promise<[string, string][]> {
  const headers = address ? { 'x-forwarded-for': address } : undefined
  const page = await (await fetch(pageUrl, { headers })).text()
  const inputs = [...parseHTML(page).document.querySelectorAll('form input[type=hidden]')]
  if (inputs.length === 0) throw new Error('The page has no form')
  return inputs.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''])
}

/** Filled in by the visitor and by the scripts of the page. */
export const visitorFields = ({ key, ...lead }: Submission): Record<string, string> => ({
  ...{ ...lead, consent: 'on', consentId: consentId() },
  ...{ submissionId: key, elapsedMs: '20000' },
})

/**
 * Opens the page once. Returns a function that posts the form as a browser without scripts does, each time
 * from another IP address.
 */
export async function openForm(chain: Page, random: Random) {
  const hidden = Object.fromEntries(await hiddenFields(chain))
  return (submission: Submission, { fields, headers, address }: Extras = {}): Promise<Answer> => {
    // A page of another version knows its own text of consent only.
    const { consentId: shown = '' } = hidden
    const all: Record<string, string> = {
      ...hidden,
      ...visitorFields(submission),
      consentId: shown,
      ...fields,
    }
    const own = {
      'x-forwarded-for': address ?? random.address(),
      referer: chain.pageUrl,
      origin: new URL(chain.pageUrl).origin,
    }
    const call = { body: formOf(Object.entries(all)), headers: { ...own, ...headers } }
    return answerTo(chain.pageUrl, call, (status, body) => classify(status, body, all.email ?? ''))
  }
}

/**
 * As the scripts of the page make it. React puts the number of the form in front of the name of each field.
 */
export const actionCall = (
  id: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
): Call => ({
  body: formOf([
    ...Object.entries(fields).map(([name, value]): [string, string] => [`_1_${name}`, value]),
    ['0', '["$K1"]'],
  ]),
  headers: { ...headers, 'next-action': id },
})

/** Stands in the scripts of the page. */
export async function actionId({ pageUrl }: Page): Promise<string> {
  const { body } = await answerTo(pageUrl, { method: 'GET' })
  for (const [path] of body.matchAll(/\/_next\/static\/chunks\/[\w.~-]+\.js/g)) {
    const script = await answerTo(new URL(path, pageUrl).href, { method: 'GET' })
    const [, id] = /createServerReference\)?\("([\da-f]{40,})"/.exec(script.body) ?? []
    if (id) return id
  }
  throw new Error(`No script of ${pageUrl} names the action`)
}

/** After an error, a visitor can try again only if the page still contains what they typed. */
function classify(status: number, body: string, email: string): Outcome {
  if (status !== 200) return 'wrong'
  if (/<iframe|<video/.test(body)) return 'success'
  if (/aria-invalid="true"/.test(body)) return 'invalid'
  return body.includes('role="alert"') && body.includes(email) ? 'retryable' : 'wrong'
}
