import { expect } from '@playwright/test'
import { extraFields } from '../../site/fields.ts'
import { submissions } from '../backend.ts'
import type { Browser } from '../engines/browser.ts'
import { engineNames } from '../engines/engines.ts'
import { openFront } from '../engines/front.ts'
import { sees, typeInTurn } from '../engines/look.ts'
import { test } from '../engines/test.ts'
import { newLead } from '../visitor.ts'

const untilSubmitted = ',page_viewed,play_clicked,dialog_opened,field_error,form_begun,submitted'

/** Each case says when the page gets its scripts, and which funnel events the first visit then sends. */
const ways = {
  // The scripts arrive while the visitor types.
  late: [expect.stringContaining(`${untilSubmitted},unlocked,video_begun`)],
  blocked: [untilSubmitted, ',unlocked,video_begun'],
  'switched off': [],
}

async function walk(
  browser: Browser,
  front: Awaited<ReturnType<typeof openFront>>,
  scripts: keyof typeof ways,
) {
  const hasDialog = scripts !== 'switched off'
  const isEnhanced = scripts === 'late'
  const { name, email, phone } = newLead()
  const typed = [name, email, 'AU', phone]

  const seesLocked = () =>
    sees(browser, {
      isLocked: true,
      isUnlocked: false,
      isDialogOpen: false,
      isFormShown: !hasDialog,
      isTicked: false,
    })
  const openForm = async () => {
    if (hasDialog) await browser.click('[data-play]')
    else await browser.click('[name=name]')
    await sees(browser, { isFormShown: true, isDialogOpen: hasDialog, isTicked: false, focus: 'name' })
  }

  await test.step('the video is locked; the dialog opens, closes in every way and returns the focus', async () => {
    await browser.open(front.url)
    await seesLocked()
    await browser.evaluate(keepToasts)
    const closings = [
      () => browser.press('Escape'),
      () => browser.click('[command=close]'),
      () => browser.clickAt(5, 5),
    ]
    for (const close of hasDialog ? closings : []) {
      await openForm()
      await close()
      await sees(browser, { isDialogOpen: false, focus: 'play' })
    }
  })

  await test.step('the browser refuses an empty form', async () => {
    await openForm()
    await browser.click('[type=submit]')
    await sees(browser, {
      isLocked: true,
      isFormShown: true,
      isRefused: true,
      isHydrated: false,
      focus: 'name',
    })
  })

  await test.step('the form is filled in with the keyboard alone and keeps what is typed', async () => {
    await typeInTurn(browser, [name, email])
    const half = { typed: [name, email, 'US', ''], focus: 'countryCode' }
    await sees(browser, half)
    front.release()
    await sees(browser, { ...half, isHydrated: isEnhanced })
    await typeInTurn(browser, ['AU', phone])
    for (const _ of Object.keys(extraFields)) await browser.press('Tab')
    await browser.type(' ')
    await sees(browser, { typed, isTicked: true, focus: 'consent' })
  })

  if (hasDialog) {
    await test.step('the dialog opened again keeps what was typed, except for the consent', async () => {
      await browser.press('Escape')
      await sees(browser, { isDialogOpen: false, focus: 'play' })
      await openForm()
      await sees(browser, { typed })
      await browser.click('[name=consent]')
      await sees(browser, { isTicked: true })
    })
  }

  await test.step('the submitted form is stored once and unlocks the video', async () => {
    // If the form is submitted sooner, it looks as if a bot had filled it in.
    await expect.poll(() => browser.evaluate(() => performance.now())).toBeGreaterThan(2_000)
    await browser.click('[type=submit]')
    await sees(browser, {
      isLocked: false,
      isUnlocked: true,
      isFormShown: false,
      text: expect.stringContaining('Success!'),
    })
    if (isEnhanced) await sees(browser, { focus: 'video' })
    expect(await submissions(email)).toMatchObject([
      { name, phone, country_code: 'AU', consent: true, suspected_bot: false },
    ])
  })

  await test.step('the video plays to its end, with captions', async () => {
    await browser.evaluate(() => {
      const video = document.querySelector('video')
      if (!video) return
      // A browser may refuse to play a video with sound until the visitor starts it.
      video.muted = true
      video.playbackRate = 8
      // In WebKit, the settings of the visitor decide whether captions are shown.
      for (const track of video.textTracks) track.mode = 'showing'
      video.play().catch(() => {})
    })
    const played = () =>
      browser.evaluate(() => {
        const video = document.querySelector('video')
        const [track] = video?.textTracks ?? []
        return { hasEnded: video?.ended, hasCues: (track?.cues?.length ?? 0) > 5 }
      })
    await expect.poll(played).toEqual({ hasEnded: true, hasCues: true })
  })

  await test.step('after another visit and a reload the video is locked again and the consent unticked', async () => {
    if (isEnhanced) await browser.reload()
    else await browser.open(front.url)
    await seesLocked()
    await openForm()
    await browser.click('[name=consent]')
    await sees(browser, { isTicked: true })
    await browser.reload()
    await seesLocked()
  })

  await test.step('an unknown path shows the not-found page', async () => {
    await browser.open(`${front.url}/nowhere`)
    await sees(browser, { text: expect.stringContaining('Oops! Page not found') })
  })
}

/**
 * Makes the page believe that its tab is hidden. Toasts then stay on the page, so that even a slow machine has time
 * to check them.
 */
function keepToasts() {
  Object.defineProperty(document, 'hidden', { value: true })
}

// All other tests run in Chromium.
for (const engine of engineNames.filter((name) => name !== 'chromium')) {
  test.describe(`in ${engine}`, () => {
    // The tests run one after another, so that one worker starts the browser only once.
    test.describe.configure({ mode: 'default' })

    for (const scripts of Object.keys(ways) as (keyof typeof ways)[]) {
      test(`with scripts ${scripts}, a visitor gets through every state of the page, and each step is counted once`, async ({
        closing,
        open,
      }) => {
        const front = await openFront(scripts)
        closing.push(front)
        const browser = await open(engine)
        await walk(browser, front, scripts)
        expect(front.violations, 'violations of the Content-Security-Policy').toEqual([])
        const { length } = ways[scripts]
        expect(length ? front.beacons.slice(0, length) : front.beacons).toEqual(ways[scripts])
      })
    }
  })
}
