import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { funnelEvents } from '../lib/funnel/funnel-event.ts'
import { sql } from './backend.ts'
import { openFront, type ScriptWay } from './engines/front.ts'
import {
  answerWithVideo,
  test as base,
  dialog,
  expect,
  fillFields,
  fillLead,
  hydrated,
  openDialog,
  playButton,
  player,
  submitButton,
  type TestLead,
} from './test.ts'

declare global {
  interface Window {
    said: unknown[]
  }
}

const newCampaign = () => `e2e-${randomUUID()}`
const counted = (campaign: string) =>
  sql<{ event: string; hits: number }>(
    'select event, sum(hits)::integer as hits from public.funnel_counts where campaign = $1 group by event',
    [campaign],
  )
const eachOnce = (events: readonly string[]) => events.map((event) => ({ event, hits: 1 }))

/**
 * Playwright's test with two ways to see the funnel. `listen` puts a server in front of a site and keeps its beacons,
 * because Playwright does not see what a page sends when the visitor leaves it. `said` returns the events that the
 * page itself tells.
 */
const test = base.extend<{
  listen: (scripts?: ScriptWay) => Promise<Awaited<ReturnType<typeof openFront>>>
  said: () => Promise<{ events: unknown[]; dataLayer: unknown }>
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  listen: async ({}, use) => {
    const fronts: { close(): void }[] = []
    await use(async (scripts = 'on time') => {
      const front = await openFront(scripts)
      fronts.push(front)
      return front
    })
    for (const front of fronts) front.close()
  },
  said: async ({ page }, use) => {
    await page.addInitScript(() => {
      self.said = []
      Object.assign(self, { dataLayer: [] })
      document.addEventListener('training:funnel', ({ detail }) => self.said.push(detail))
    })
    await use(() => page.evaluate(() => ({ events: self.said, dataLayer: self.dataLayer })))
  },
})

/**
 * Replaces the player of the video's host. It says `before` once the page listens, and `played` when its button is
 * clicked.
 */
async function standInPlayer(
  page: Page,
  host: string,
  before: object,
  played: readonly object[],
): Promise<void> {
  const say = (message: object) => `parent.postMessage(${JSON.stringify(JSON.stringify(message))}, '*')`
  const body = `<button disabled onclick="${played.map(say).join(';').replaceAll('"', '&quot;')}">Play</button><script>
    addEventListener('message', ({ data }) => {
      const { event, method, value } = JSON.parse(data)
      if (event === 'listening' || (method === 'addEventListener' && value === 'play')) {
        ${say(before)}
        document.querySelector('button').disabled = false
      }
    })</script>`
  await page.route(`https://${host}/**`, (route) => route.fulfill({ contentType: 'text/html', body }))
}

/** Goes from the first view to the player and makes one mistake on the way. */
async function walk(page: Page, lead: TestLead, url: string) {
  await openDialog(page, url)
  await page.getByLabel('Full name').pressSequentially(lead.name)
  await submitButton(page).click()
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
}

const leave = (page: Page, { url }: { url: string }) => page.goto(`${url}/nowhere`)

/** The times in seconds that a player tells during a video of 100 seconds. */
const times = Array.from({ length: 25 }, (_, index) => (index + 1) * 4)

// The hosts' players send these messages: https://github.com/vimeo/player.js, https://www.youtube.com/iframe_api.
for (const [host, video, before, played] of [
  [
    'www.youtube-nocookie.com',
    'https://youtu.be/aqz-KE-bpKQ',
    { event: 'initialDelivery', info: { playerState: -1, currentTime: 0, duration: 100 } },
    [
      { event: 'onStateChange', info: 1 },
      { event: 'infoDelivery', info: { playerState: 1, currentTime: 0 } },
      ...times.map((currentTime) => ({ event: 'infoDelivery', info: { currentTime } })),
    ],
  ],
  [
    'player.vimeo.com',
    'https://vimeo.com/304887422',
    { event: 'playProgress' },
    [
      { event: 'play', data: { seconds: 0, percent: 0, duration: 100 } },
      ...times.map((seconds) => ({
        event: 'timeupdate',
        data: { seconds, percent: seconds / 100, duration: 100 },
      })),
    ],
  ],
] as const) {
  test(`a visitor's way to the video of ${host} is told once, in order, and says nothing about the visitor`, async ({
    page,
    lead,
    listen,
    said,
  }) => {
    const campaign = newCampaign()
    const front = await listen()
    await answerWithVideo(page, video)
    await standInPlayer(page, host, before, played)
    await walk(page, lead, `${front.url}/?utm_campaign=${campaign}&email=${lead.email}`)
    const details = (events: readonly string[]) => events.map((event) => ({ event, variant: '' }))
    const untilPlay = details(funnelEvents.slice(0, funnelEvents.indexOf('video_begun')))
    expect(await said()).toEqual({ events: untilPlay, dataLayer: untilPlay })

    // The second click shows that each event counts only once.
    for (const _ of ['first', 'again']) await page.frameLocator('iframe').getByRole('button').click()
    const all = details(funnelEvents)
    await expect.poll(said).toEqual({ events: all, dataLayer: all })
    await leave(page, front)
    await expect.poll(() => front.beacons).toEqual([`,${funnelEvents}`])
    await expect.poll(() => counted(campaign)).toEqual(expect.arrayContaining(eachOnce(funnelEvents)))
    const kept = JSON.stringify(await sql('select * from public.funnel_counts'))
    for (const personal of [lead.name, lead.email, lead.phone])
      expect(`${JSON.stringify(all)}${front.beacons}${kept}`).not.toContain(personal)
  })
}

test('a step counts once, and a page that is shown again sends only new steps', async ({
  page,
  lead,
  listen,
}) => {
  const front = await listen()
  const comeBack = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await page.goto(front.url)
  await comeBack()
  await playButton(page).click()
  await page.keyboard.press('Escape')
  await playButton(page).click()
  await comeBack()
  await comeBack()
  // Before that, the browser itself would post the form and would count on another page.
  await hydrated(page)
  await fillFields(page, { ...lead, name: '  ' })
  await submitButton(page).click()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Please enter your name.')
  await submitButton(page).click()
  await leave(page, front)
  await expect
    .poll(() => front.beacons)
    .toEqual([',page_viewed', ',play_clicked,dialog_opened', ',form_begun,submitted,field_error'])
})

test('the answer to a native post continues the visitor’s walk', async ({ page, lead, listen }) => {
  const campaign = newCampaign()
  const front = await listen('blocked')
  await page.goto(`${front.url}/?utm_campaign=${campaign}`)
  await playButton(page).click()
  await fillFields(page, { ...lead, name: '  ' })
  await submitButton(page).click()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Please enter your name.')
  await page.keyboard.press('Escape')
  await playButton(page).click()
  await fillFields(page, lead)
  await page.getByLabel('Full name').fill('x'.repeat(17_000))
  await submitButton(page).click()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Please use at most 200 characters.')
  await expect(dialog(page)).toBeVisible()
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  // The loader counts when the end of the page arrives, so the test waits for the end.
  await page.waitForLoadState('domcontentloaded')
  await leave(page, front)
  await expect
    .poll(() => front.beacons)
    .toEqual([
      ',page_viewed,play_clicked,dialog_opened,form_begun,submitted',
      ',field_error',
      ',field_error',
      ',unlocked',
    ])
  await expect.poll(() => counted(campaign)).toHaveLength(7)
})

for (const [signal, value] of [
  ['globalPrivacyControl', true],
  ['doNotTrack', '1'],
] as const) {
  test(`the page tells and sends nothing if the browser says ${signal}`, async ({
    page,
    lead,
    listen,
    said,
  }) => {
    const front = await listen()
    await page.addInitScript(([signal, value]) => Object.defineProperty(navigator, signal, { value }), [
      signal,
      value,
    ] as const)
    await walk(page, lead, front.url)
    expect(await said()).toEqual({ events: [], dataLayer: [] })
    await leave(page, front)
    // Another page of the same site sends its beacon. This shows that there was enough time to send one.
    await page
      .context()
      .newPage()
      .then((other) => other.goto(front.url).then(() => other.goto('about:blank')))
    await expect.poll(() => front.beacons).toEqual([',page_viewed'])
  })
}

test('other pages count nothing', async ({ page, listen, said }) => {
  const front = await listen()
  await leave(page, front)
  expect((await said()).events).toEqual([])
  await page.goto(front.url)
  await leave(page, front)
  await expect.poll(() => front.beacons).toEqual([',page_viewed'])
})

test('a visitor who closes the page in the middle is counted as far as they came', async ({ page, said }) => {
  const campaign = newCampaign()
  await page.goto(`/?utm_campaign=${campaign}`)
  await playButton(page).click()
  // The dialog is visible before the browser tells the page that the dialog is open.
  await expect
    .poll(async () => (await said()).events)
    .toContainEqual(expect.objectContaining({ event: 'dialog_opened' }))
  await page.close({ runBeforeUnload: true })
  await expect
    .poll(() => counted(campaign))
    .toEqual(expect.arrayContaining(eachOnce(['page_viewed', 'play_clicked', 'dialog_opened'])))
})

test('a forged beacon gets the same answer and is not counted', async ({ request, site }) => {
  const campaign = newCampaign()
  const { origin } = new URL(site.url)
  const own = { origin, referer: `${origin}/?utm_campaign=${campaign}` }
  const post = async (headers: Record<string, string>, data = ',page_viewed') => {
    const answer = await request.post(`${origin}/funnel`, { headers: { ...own, ...headers }, data })
    expect([answer.status(), await answer.text()]).toEqual([204, ''])
    expect(answer.headers()['cache-control']).toBe('no-store')
  }
  // In the second round, the wrong posts follow a beacon that was counted.
  for (const beacon of [',unlocked', ',video_begun']) {
    await post({ origin: 'https://elsewhere.example.com' })
    await post({ 'sec-fetch-site': 'cross-site' })
    await post({ 'sec-fetch-site': 'same-site' })
    await post({}, ',bought')
    await post({}, ',page_viewed,page_viewed')
    await post({}, `${'x'.repeat(1_024)},page_viewed`)
    await post({}, beacon)
  }
  await expect
    .poll(() => counted(campaign))
    .toEqual(expect.arrayContaining(eachOnce(['unlocked', 'video_begun'])))
  expect(await counted(campaign)).toHaveLength(2)
})
