import { receivedMail, sql } from './backend.ts'
import { mailedLink } from './mailed-link.ts'
import { expect, test } from './test.ts'

type Lead = { name: string; email: string; phone: string }

/** Mail programs post to the address of the link, without `/ask`. */
const addressOf = async (lead: Lead) => (await mailedLink(lead, 'unsubscribe')).replace(/\/ask$/, '')

const suppressions = ({ email }: Lead) =>
  sql(
    `select reason, source from private.suppressed_mailboxes
    where mailbox_hash = private.hash_mailbox(private.mailbox_key($1))`,
    [email],
  )
const consentOf = async ({ email }: Lead) =>
  (await sql('select consent from private.leads where email = $1', [email]))[0]

// The page has no scripts, so a run without them is enough.
test.describe('a visitor without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('ends the emails by the link in one and a button, and keeps the consent to texts', async ({
    page,
    lead,
    consoleErrors,
  }) => {
    await page.goto(await addressOf(lead))
    await expect(page).toHaveURL(/\/unsubscribe\/[^/]+\/ask$/)
    await expect(page.locator('script[src]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Yes, no more emails' }).click()
    await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
    expect(await suppressions(lead)).toEqual([{ reason: 'unsubscribed', source: 'link' }])
    expect(await consentOf(lead)).toEqual({ consent: 'given' })
    expect(consoleErrors).toEqual([])
  })
})

test('a link that was pasted with the end of a sentence still works', async ({ page, lead }) => {
  const path = await addressOf(lead)
  for (const kind of ['unsubscribe', 'stop', 'confirm', 'watch'])
    for (const suffix of kind === 'watch' ? [''] : ['', '/ask'])
      for (const end of ['.', ')', '%3E', '”']) {
        const whole = path.replace('unsubscribe', kind) + suffix
        const answer = await page.request.get(whole + end, { maxRedirects: 0 })
        expect([answer.status(), answer.headers().location], whole + end).toEqual([307, whole])
      }
  await page.goto(`${path}/ask).`)
  await page.getByRole('button', { name: 'Yes, no more emails' }).click()
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  expect(await suppressions(lead)).toEqual([{ reason: 'unsubscribed', source: 'link' }])
})

const oneClick = { 'List-Unsubscribe': 'One-Click' }
/** The page of a mail program in the browser is another site. */
const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
for (const [format, body] of [
  ['a form', { form: oneClick }],
  ['a multipart form', { multipart: oneClick }],
] as const)
  test(`the button of a mail program that posts ${format} from another site ends the emails without cookie or redirect`, async ({
    playwright,
    baseURL,
    lead,
  }) => {
    const path = await addressOf(lead)
    const program = await playwright.request.newContext({ ...(baseURL ? { baseURL } : {}) })
    const answer = await program.post(path, { ...body, headers, maxRedirects: 0 })
    expect(answer.status()).toBe(200)
    expect(await suppressions(lead)).toEqual([{ reason: 'unsubscribed', source: 'mail program' }])
    for (const token of [crypto.randomUUID(), 'x'])
      expect((await program.post(`/unsubscribe/${token}`, body)).status(), token).toBe(404)
    await program.dispose()
  })

test('a scanner that opens every link suppresses nothing, and an unknown link says so', async ({
  page,
  lead,
}) => {
  const path = await addressOf(lead)
  for (const method of ['get', 'head'] as const)
    for (const suffix of ['', '/ask', '/answer']) await page.request[method](path + suffix)
  const { html, text } = await receivedMail(lead.email)
  const links = new Set(
    `${html} ${text}`.match(/(?<=https?:\/\/[^/]+)\/(?:watch|stop|unsubscribe)\/[^"<\s]+/g),
  )
  expect([...links].map((link) => link.split('/')[1]).sort()).toEqual(['stop', 'unsubscribe', 'watch'])
  for (const link of links) {
    await page.request.head(link)
    await page.goto(link)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  }
  expect(await suppressions(lead)).toEqual([])
  expect(
    await sql('select consent, pressed_at, begun_at from private.leads where email = $1', [lead.email]),
  ).toEqual([{ consent: 'given', pressed_at: null, begun_at: null }])
  const answer = await page.request.post('/unsubscribe/x/answer', { maxRedirects: 0 })
  expect(answer.headers().location).toBe('/unsubscribe/outcome/unknown')
})
