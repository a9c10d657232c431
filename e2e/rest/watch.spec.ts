import type { Page } from '@playwright/test'
import { findViolations } from '../accessibility.ts'
import { sql, submissions } from '../backend.ts'
import { mailedLink } from '../mailed-link.ts'
import { deskUrl, siteUrl } from '../settings.ts'
import { breakFields, expect, hydrated, playButton, player, type TestLead, test } from '../test.ts'
import { testWatchLink } from './watch-link.ts'

testWatchLink(true)
testWatchLink(false)

const end = (sqlCall: string, { email }: TestLead) =>
  sql(`select ${sqlCall} from private.leads where email = $1`, [email])

test('a person who wants no texts can still open the video', async ({ page, lead }) => {
  const link = await mailedLink(lead, 'watch')
  await end(`stop_lead(private.lead_token(secret, 'stop'))`, lead)
  await page.goto(link)
  await playButton(page).click()
  await expect(player(page)).toBeVisible()
})

test('a form of an unknown link that fails keeps the address of the link', async ({ page }) => {
  const link = `/watch/${crypto.randomUUID()}`
  await breakFields(page)
  await page.goto(link)
  await playButton(page).click()
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await expect(playButton(page)).toBeVisible()
  await expect(page).toHaveURL(link)
})

/** Plays the video fast and without sound until a quarter of it has been shown. */
async function watchQuarter(page: Page) {
  await playButton(page).click()
  await hydrated(page, 'video')
  await player(page).evaluate((video: HTMLVideoElement) => {
    video.muted = true
    video.playbackRate = 4
    const { promise, resolve } = Promise.withResolvers<void>()
    document.addEventListener('training:step', ({ detail }) => detail === 'video_25' && resolve())
    return video.play().then(() => promise)
  })
}

test('how far a person watches is kept if the operator wants it and the page says so, but not if the person asks for privacy', async ({
  page,
  lead,
  browser,
}) => {
  const link = await mailedLink(lead, 'watch')
  const watched = async ({ email }: TestLead) =>
    (
      await sql<{ watched_percent: number | null }>(
        'select watched_percent from private.leads where email = $1',
        [email],
      )
    )[0]?.watched_percent
  const words = 'We record next to your name how far you watch.'
  await page.goto(link)
  await watchQuarter(page)
  await expect(page.getByText(words)).toHaveCount(0)
  await sql('update private.lead_settings set measure_watching = true')
  try {
    for (const header of ['sec-gpc', 'dnt']) {
      const context = await browser.newContext({ extraHTTPHeaders: { [header]: '1' } })
      const other = await context.newPage()
      await other.goto(siteUrl + link)
      await watchQuarter(other)
      await expect(other.getByText(words)).toHaveCount(0)
      await context.close()
    }
    expect(await watched(lead)).toBeNull()
    await page.goto(link)
    await watchQuarter(page)
    await expect(page.getByText(words)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await expect.poll(() => watched(lead)).toBeGreaterThanOrEqual(25)
    const forged = await page.request.post(`/watch/${crypto.randomUUID()}/watched`, { data: 'video_100' })
    expect([forged.status(), await forged.text()]).toEqual([204, ''])
  } finally {
    await sql('update private.lead_settings set measure_watching = false')
  }
  const [{ lead_id: id } = { lead_id: '' }] = await submissions(lead.email)
  await page.goto(`${deskUrl}leads/${id}`)
  await expect(page.getByText(/^\d+ % of the video\s*by the link in the email$/)).toBeVisible()
  await page.goto(`${deskUrl}leads?q=${encodeURIComponent(lead.email)}`)
  await expect(page.getByText(/^watched \d+ %$/)).toBeVisible()
})
