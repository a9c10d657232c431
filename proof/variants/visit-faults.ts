import type { Browser } from '@playwright/test'
import { fillFields, hydrated, player, submitButton } from '../../e2e/test.ts'
import { createRandom } from '../../tests/kit/random.ts'
import { makeSubmission } from '../../tests/kit/submission.ts'
import { unmet } from '../harness/report.ts'
import type { Backend } from '../harness/start-backend.ts'
import type { Tried } from './tried.ts'

const random = createRandom(3)

/** Visits the page in a browser and submits the form, by script or without any; lists what does not hold. */
export async function visitFaults(
  browser: Browser,
  origin: string,
  backend: Backend,
  { name, headline, prompt, address }: Tried,
  javaScriptEnabled: boolean,
): Promise<string[]> {
  const context = await browser.newContext({
    javaScriptEnabled,
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  const errors: string[] = []
  const posts: string[] = []
  context.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  context.on('weberror', (error) => errors.push(error.error().message))
  context.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.headers()['next-action'] ? 'by script' : 'native')
  })
  // No video host can be asked here.
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.fulfill({ contentType: 'text/html', body: '' }),
  )
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  try {
    await page.goto(origin)
    const title = await page.locator('h1').innerText()
    const button = (await page.locator('[data-play]').textContent()) ?? ''
    if (javaScriptEnabled) {
      await page.locator('[data-play]').click()
      await hydrated(page)
    }
    const submission = makeSubmission(random, { name: 'Ada Lovelace' })
    await fillFields(page, submission)
    await submitButton(page).click()
    await player(page).waitFor()
    const row = await backend.stored(submission.email)
    const expected = {
      'its words': title.startsWith(headline) && button.includes(prompt),
      'its label': (await page.locator('main').getAttribute('data-variant')) === name,
      'one post, of its kind': posts.join() === (javaScriptEnabled ? 'by script' : 'native'),
      'the lead stored with its label': row?.variant === name,
    }
    return [...errors, ...unmet(expected)]
  } catch (error) {
    return [...errors, error instanceof Error ? error.message : 'unknown']
  } finally {
    await context.close()
  }
}
