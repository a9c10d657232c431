import type { Browser } from '@playwright/test'
import { fillFields, hydrated, player, submitButton } from '../../../e2e/test.ts'
import { answerTo, type Outcome } from '../../kit/answer.ts'
import { openForm } from '../../kit/post-form.ts'
import { createRandom } from '../../kit/random.ts'
import { makeSubmission } from '../../kit/submission.ts'
import { unmet } from '../harness/figure.ts'
import type { Backend } from '../harness/start-backend.ts'
import { type Tried, tried } from './tried.ts'

const random = createRandom(2)
const get = (url: string, address: string, headers = {}) =>
  answerTo(url, { method: 'GET', headers: { 'x-forwarded-for': address, ...headers } })

/** Lists what is wrong with the page that the visitors of this variant get. */
export async function answerFaults(origin: string, { name, address }: Tried): Promise<string[]> {
  const { status, headers, body } = await get(`${origin}/?utm_source=x`, address)
  const asked = await Promise.all(tried.map((other) => get(`${origin}/?variant=${name}`, other.address)))
  return unmet({
    'its hidden field': body.includes(`<input type="hidden" name="variant" value="${name}"/>`),
    'the canonical address': /<link rel="canonical" href="http:\/\/127\.0\.0\.1:\d+"\/>/.test(body),
    'a prerendered answer': status === 200 && headers['x-nextjs-cache'] === 'HIT',
    'no cookie': headers['set-cookie'] === undefined,
    'no shared cache': headers['cache-control'] === 'private, no-cache',
    'the same page for its name in the query': asked.every((answer) => answer.body === body),
  })
}

/**
 * Visitors must not be able to open the page of a variant by its own URL. Lists the URLs that open such a page
 * anyway.
 */
export async function directFaults(origin: string): Promise<string[]> {
  const kinds = [{}, { rsc: '1' }, { 'content-type': 'multipart/form-data; boundary=x' }]
  const requests = tried.flatMap(({ name }) =>
    ['', '.rsc', '.html'].flatMap((ending) =>
      kinds.map((headers) => get(`${origin}/variants/${name}${ending}`, '', headers)),
    ),
  )
  return (await Promise.all(requests))
    .filter(({ status, body }) => ![400, 404].includes(status) || body.includes('data-variant'))
    .map(({ status, body }) => `${status} ${body.slice(0, 100)}`)
}

/** `fields` replace the usual fields of the post. The answer should have this `outcome` and this `variant`. */
type Post = [what: string, fields: Record<string, string>, outcome: Outcome, variant: string]

/**
 * Posts the form of a variant in several ways, and always natively. The posts come from an IP address that belongs to
 * another variant. Lists the answers and the labels that are wrong.
 */
export async function postFaults(
  origin: string,
  backend: Backend,
  { name, address }: Tried,
): Promise<string[]> {
  const post = await openForm({ pageUrl: origin, address }, random)
  const elsewhere = tried.find((other) => other.name !== name)?.address as string
  const posts: Post[] = [
    ['a form', {}, 'success', name],
    ['a form with an error', { name: 'x'.repeat(201) }, 'invalid', name],
    ['a form that is too long', { name: 'x'.repeat(17_000) }, 'invalid', name],
    ['a form of an older build', { $ACTION_KEY: 'x' }, 'success', name],
  ]
  // The key of this form is wrong, like that of an older build, because the form was made for the page of a variant.
  if (name === 'control') posts.push(['a form from before the test', { variant: '' }, 'success', 'control'])
  const faults = posts.map(async ([what, fields, outcome, variant]) => {
    const submission = makeSubmission(random)
    const answer = await post(submission, { address: elsewhere, fields })
    const row = await backend.stored(submission.email)
    return unmet({
      [`it is answered with ${outcome}, not with ${answer.outcome}`]: answer.outcome === outcome,
      [`the status is 200, not ${answer.status}`]: answer.status === 200,
      'the answer is of its variant': new RegExp(`<main [^>]*data-variant="${variant}"`).test(answer.body),
      'what was typed is kept': outcome === 'success' || answer.body.includes(submission.email),
      'a valid lead is stored, and no other': Boolean(row) === (outcome === 'success'),
      'the lead has its label': !row || (row.variant ?? '') === (fields.variant ?? name),
    }).map((fault) => `${what}: ${fault}`)
  })
  return (await Promise.all(faults)).flat()
}

/** Opens the page in a browser and submits the form with scripts. Lists what is wrong. */
export async function visitFaults(
  browser: Browser,
  origin: string,
  backend: Backend,
  { name, headline, prompt, address }: Tried,
): Promise<string[]> {
  await using context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': address } })
  const errors: string[] = []
  const posts: string[] = []
  context.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  context.on('weberror', (error) => errors.push(error.error().message))
  context.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.headers()['next-action'] ? 'by script' : 'native')
  })
  // No video host can be reached from a test.
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.fulfill({ contentType: 'text/html', body: '' }),
  )
  const page = await context.newPage()
  await page.goto(origin)
  const title = await page.locator('h1').innerText()
  const button = (await page.locator('[data-play]').textContent()) ?? ''
  await page.locator('[data-play]').click()
  await hydrated(page)
  const submission = makeSubmission(random, { name: 'Ada Lovelace' })
  await fillFields(page, submission)
  await submitButton(page).click()
  await player(page).waitFor()
  const row = await backend.stored(submission.email)
  const expected = {
    'its words': title.startsWith(headline) && button.includes(prompt),
    'its label': (await page.locator('main').getAttribute('data-variant')) === name,
    'one post, by script': posts.join() === 'by script',
    'the lead stored with its label': row?.variant === name,
  }
  return [...errors, ...unmet(expected)]
}
