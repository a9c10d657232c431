import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { funnelEvents } from '../lib/funnel/funnel-event.ts'
import { sql } from './backend.ts'
import { engineNames } from './engines/engines.ts'
import { openFront } from './engines/front.ts'
import { look } from './engines/look.ts'
import { test } from './engines/test.ts'
import { variantUrl } from './settings.ts'
import { newLead } from './visitor.ts'

const ways = {
  'on time': [funnelEvents],
  blocked: [
    ['page_viewed', 'play_clicked', 'dialog_opened', 'form_begun', 'submitted'],
    ['field_error'],
    ['unlocked', 'video_begun'],
  ],
} as const

for (const engine of engineNames) {
  test.describe(`in ${engine}`, () => {
    // One after another, so that one worker starts the browser once for all of them.
    test.describe.configure({ mode: 'default' })

    for (const scripts of ['on time', 'blocked'] as const) {
      test(`with scripts ${scripts}, each step is counted once`, async ({ closing, open }) => {
        test.setTimeout(60_000)
        const front = await openFront(scripts, variantUrl('own'))
        closing.push(front)
        const browser = await open(engine)

        const campaign = `${engine}-${randomUUID()}`
        const { name, email, phone } = newLead()
        const sees = (expected: Partial<Record<keyof ReturnType<typeof look>, unknown>>) =>
          expect(async () => {
            expect(await browser.evaluate(look)).toMatchObject({ isStill: true, ...expected })
          }).toPass({ intervals: [100], timeout: 15_000 })
        const press = async (texts: string[]) => {
          for (const text of texts) {
            await browser.type(text)
            await browser.press('Tab')
          }
          await browser.type(' ')
          await sees({ isTicked: true })
          await expect.poll(() => browser.evaluate(() => performance.now())).toBeGreaterThan(2_000)
          await browser.click('[type=submit]')
        }

        await browser.open(`${front.url}/?utm_campaign=${campaign}`)
        await sees({ isLocked: true })
        await browser.click('.play')
        await sees({ isFormShown: true, focus: 'name', isHydrated: scripts === 'on time' })
        if (scripts === 'on time') {
          await browser.type(name)
          await browser.click('[type=submit]')
          await sees({ isRefused: true, focus: 'email' })
          await press([email, 'AU', phone])
        } else {
          // Only the server refuses a name of blanks.
          await press(['  ', email, 'AU', phone])
          await sees({ text: expect.stringContaining('Please enter your name.'), isTicked: false })
          await browser.click('[name=name]')
          await press([name, '', '', ''])
        }
        // The video waits for its first byte, and the page for the video.
        const isStill = expect.any(Boolean)
        await sees({
          isStill,
          isLocked: false,
          isFormShown: false,
          text: expect.stringContaining('Success!'),
        })
        await browser.evaluate(() => {
          const video = document.querySelector('video')
          // A browser may refuse sound that nobody has asked for.
          if (video) video.muted = true
          video?.play().catch(() => {})
        })
        // WebKit does not tell a page that has not come to its end that it is left.
        front.failVideos()
        await sees({})
        await browser.open(`${front.url}/nowhere`)

        await expect
          .poll(() => front.beacons, { timeout: 15_000 })
          .toEqual(ways[scripts].map((events) => `,${events}`))
        const counts = () =>
          sql('select event, hits from public.funnel_counts where campaign = $1 order by event', [campaign])
        const all = funnelEvents.toSorted().map((event) => ({ event, hits: 1 }))
        await expect.poll(counts).toEqual(all)
        expect(front.violations, 'violations of the Content-Security-Policy').toEqual([])
      })
    }
  })
}
