import type { RequestListener } from 'node:http'
import { openForm } from '../tests/kit/post-form.ts'
import { createRandom } from '../tests/kit/random.ts'
import { submissions } from './backend.ts'
import { forward, refuse, type SecondSite, toGateway } from './second-site.ts'
import { dialog, expect, fillLead, openDialog, player, submitButton, submitLead, test } from './test.ts'
import { visitorAddress } from './visitor.ts'

const failure = 'There was a problem submitting your information. Please try again.'

const fail: RequestListener = (_, response) => response.writeHead(500).end('{"error":"internal"}')

/** The backend stores the lead, but the connection is closed before the answer arrives. */
const lose: RequestListener = (incoming) => toGateway(incoming, () => incoming.socket.destroy())

test('when the function fails, the visitor sees the error, the form keeps its content, and the next try succeeds', async ({
  page,
  lead,
  site,
  consoleErrors,
}) => {
  site.answerBy(fail)
  await submitLead(page, lead, site.url)
  const toast = dialog(page).getByRole('listitem').filter({ hasText: 'Error' })
  await expect(toast).toContainText(failure)
  await expect(toast).toHaveAttribute('data-type', 'error')
  await expect(submitButton(page)).toHaveText('CLAIM TRAINING>>')
  await expect(submitButton(page)).toBeEnabled()
  await expect(player(page)).toHaveCount(0)
  await expect(page.getByLabel('Full name')).toHaveValue(lead.name)
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await expect(page.getByLabel('Phone')).toHaveValue(lead.phone)
  await expect(page.getByRole('checkbox')).toBeChecked()

  expect(consoleErrors).toEqual([])

  site.answerBy(forward)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('when no answer comes, the visitor sees the error after 15 s, and not before', async ({
  page,
  lead,
}) => {
  await page.clock.install()
  await page.route('/', (route) => (route.request().method() === 'POST' ? undefined : route.fallback()))
  await openDialog(page)
  await fillLead(page, lead)
  const posted = page.waitForRequest((request) => request.method() === 'POST')
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  await submitButton(page).click()
  await posted
  await page.clock.runFor(14_900)
  await expect(submitButton(page)).toHaveText('Processing...')
  await expect(dialog(page).getByText(failure)).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(dialog(page).getByText(failure)).toBeVisible()
  await expect(submitButton(page)).toHaveText('CLAIM TRAINING>>')
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
})

for (const [fault, answer] of [
  ['closes the connection', () => refuse],
  ['answers with a page of HTML', () => (_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>')],
  ['does not answer within 8 s', (site) => () => site.elapse(8_000)],
] satisfies [string, (site: SecondSite) => RequestListener][]) {
  test(`when the function ${fault}, the page says that the lead was not sent, with what was typed`, async ({
    lead,
    site,
  }) => {
    site.answerBy(answer(site))
    const post = await openForm({ pageUrl: `${site.url}/` }, createRandom(1))
    const submission = { ...lead, key: crypto.randomUUID(), countryCode: 'US' } as const
    const { outcome, body } = await post(submission, { address: visitorAddress() })
    expect(outcome).toBe('retryable')
    expect(body).toContain(failure)
  })
}

test('a lead whose answer is lost is stored once when the visitor tries again', async ({
  page,
  lead,
  site,
}) => {
  site.answerBy(lose)
  await submitLead(page, lead, site.url)
  await expect(dialog(page).getByText(failure)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
  site.answerBy(forward)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})
