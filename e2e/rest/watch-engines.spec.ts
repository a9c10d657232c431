import { expect } from '@playwright/test'
import { engineNames } from '../engines/engines.ts'
import { openFront } from '../engines/front.ts'
import { test } from '../engines/test.ts'
import { mailedLink } from '../mailed-link.ts'
import { newLead } from '../visitor.ts'

/** Each case says when the page gets its scripts, and which funnel events the page then sends. */
const ways = {
  'on time': [/^watch link,video_begun,video_25,video_50,video_75,video_100$/],
  // The scripts arrive while the video plays.
  late: [/^watch link,video_begun/],
  blocked: [/^watch link,video_begun$/],
  'switched off': [],
}

function look() {
  const video = document.querySelector('video')
  return {
    isLoaded: document.readyState === 'complete',
    isLocked: document.querySelector('main form button') !== null,
    isFormShown: document.querySelector('[name=email]') !== null,
    scripts: video ? 0 : document.scripts.length,
    isPlaying: (video?.currentTime ?? 0) > 0.5,
    hasEnded: video?.ended ?? false,
  }
}

/** Starts the video and returns the current time in seconds. WebKit sometimes needs a second attempt. */
function play() {
  const video = document.querySelector('video')
  if (!video || document.readyState === 'loading') return -1
  // A browser may refuse to play a video with sound until the visitor starts it.
  video.muted = true
  video.playbackRate = 2
  if (video.paused && !video.ended) video.play().catch(() => {})
  return video.currentTime
}

for (const engine of engineNames) {
  test.describe(`in ${engine}`, () => {
    // The tests run one after another, so that one worker starts the browser only once.
    test.describe.configure({ mode: 'default' })

    for (const scripts of Object.keys(ways) as (keyof typeof ways)[]) {
      test(`with scripts ${scripts}, the link in the email plays the video, and another visit locks it again`, async ({
        closing,
        open,
      }) => {
        const link = await mailedLink(newLead(), 'watch')
        const front = await openFront(scripts)
        closing.push(front)
        const browser = await open(engine)
        const sees = (expected: Partial<ReturnType<typeof look>>) =>
          expect(async () => {
            expect(await browser.evaluate(look)).toMatchObject({ isLoaded: true, ...expected })
          }).toPass({ intervals: [100], timeout: 60_000 })
        // The loader is the only inline script.
        const seesLocked = () => sees({ isLocked: true, isFormShown: false, scripts: 1, isPlaying: false })

        await browser.open(front.url + link)
        await seesLocked()
        await browser.click('main form button')
        await expect.poll(() => browser.evaluate(play)).toBeGreaterThanOrEqual(0)
        front.release()
        await expect.poll(() => browser.evaluate(play)).toBeGreaterThan(0.5)
        await sees({ isLocked: false, isFormShown: false, isPlaying: true })
        if (scripts === 'on time') await sees({ hasEnded: true })
        // Without React, the button posts the form. If the test then reloaded the page, the browser would ask whether
        // to post the form again.
        if (scripts === 'on time') await browser.reload()
        else await browser.open(front.url + link)
        await seesLocked()
        expect(front.violations, 'violations of the Content-Security-Policy').toEqual([])
        await browser.open(`${front.url}/nowhere`)
        const [counted] = ways[scripts]
        if (counted) await expect.poll(() => front.beacons.join('')).toMatch(counted)
        else expect(front.beacons).toEqual([])
      })
    }
  })
}
