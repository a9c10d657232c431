import type { Page } from '@playwright/test'
import { funnelEvents } from '../../lib/funnel/funnel-event.ts'
import { sql } from '../backend.ts'
import { counted, eachOnce, leave, newCampaign, test, walk } from '../funnel.ts'
import { answerWithVideo, expect } from '../test.ts'

/**
 * Replaces the player of the video host. When the page starts to listen, the new player sends `before`. When its
 * button is clicked, it sends `played`.
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

/** The times in seconds that a player reports while it plays a video of 100 seconds. */
const times = Array.from({ length: 25 }, (_, index) => (index + 1) * 4)

// These are the messages that real players send: https://github.com/vimeo/player.js,
// https://www.youtube.com/iframe_api.
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

    // The button is clicked twice to show that each event is counted only once.
    for (const _ of ['first', 'again']) await page.frameLocator('iframe').getByRole('button').click()
    const all = details(funnelEvents)
    await expect.poll(said).toEqual({ events: all, dataLayer: all })
    await leave(page, front)
    await expect.poll(() => front.beacons).toEqual([`,${funnelEvents}`])
    await expect.poll(() => counted(campaign)).toEqual(expect.arrayContaining(eachOnce(funnelEvents)))
    const kept = JSON.stringify(await sql('select * from private.funnel_counts'))
    for (const personal of [lead.name, lead.email, lead.phone])
      expect(`${JSON.stringify(all)}${front.beacons}${kept}`).not.toContain(personal)
  })
}
