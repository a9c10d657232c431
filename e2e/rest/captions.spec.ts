import type { Page } from '@playwright/test'
import { readCaptions } from '../../lib/video/captions.ts'
import { findViolations } from '../accessibility.ts'
import { siteUrl } from '../settings.ts'
import { answerWithVideo, expect, fillFields, playButton, submitButton, submitLead, test } from '../test.ts'

const cues = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello.\n'

/** One second as WAV, which browsers play without a codec. */
function silence(): Buffer {
  const rate = 8_000
  const header = Buffer.from(`RIFF....WAVEfmt ${'.'.repeat(20)}data....`, 'latin1')
  header.writeUInt32LE(36 + rate, 4)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.writeUInt32LE(rate, 40)
  return Buffer.concat([header, Buffer.alloc(rate, 128)])
}

test.beforeEach(async ({ context }) => {
  await context.route('**/*.vtt', (route) => route.fulfill({ contentType: 'text/vtt', body: cues }))
  await context.route('**/*.wav', (route) => route.fulfill({ contentType: 'audio/wav', body: silence() }))
})

const training = 'https://cdn.example.com/training.wav'
const video = (page: Page) => page.locator('video')
/** As the browser has read them, by file. */
const textTracks = (page: Page) =>
  video(page).evaluate(({ textTracks }: HTMLVideoElement) =>
    [...textTracks].map(({ kind, language, label, mode, cues }) => ({
      ...{ kind, language, label, mode },
      words: [...(cues ?? [])].map((cue) => (cue as VTTCue).text),
    })),
  )

/** Shows that the video loads even when it has captions. */
const play = (page: Page) =>
  video(page).evaluate(async (element: HTMLVideoElement) => {
    const ended = new Promise((resolve) => element.addEventListener('ended', resolve))
    await element.play()
    await ended
  })

test('a video on another host plays with the captions of the site, and no violation of accessibility', async ({
  page,
  lead,
}) => {
  await answerWithVideo(page, training, readCaptions('/training.en.vtt,/training.fr.vtt', siteUrl))
  await submitLead(page, lead)
  await expect(playButton(page)).toHaveCount(0)
  await expect(video(page)).not.toHaveAttribute('crossorigin')
  await expect
    .poll(() => textTracks(page))
    .toEqual([
      { kind: 'captions', language: 'en', label: 'English', mode: 'showing', words: ['Hello.'] },
      { kind: 'captions', language: 'fr', label: 'français', mode: 'disabled', words: [] },
    ])
  await play(page)
  // Axe cannot tell whether a video needs captions. It lists every video without a caption track, and leaves the
  // decision to a person.
  expect(await findViolations(page, ['video-caption'])).toEqual([])
})

test('captions on another host are shown, and the video is then also loaded by CORS', async ({
  page,
  lead,
}) => {
  const captions = 'https://cdn.example.com/training.pt-BR.vtt,/training.vtt'
  await answerWithVideo(page, training, readCaptions(captions, siteUrl))
  await submitLead(page, lead)
  await expect(video(page)).toHaveAttribute('crossorigin', 'anonymous')
  await expect
    .poll(() => textTracks(page))
    .toEqual([
      {
        kind: 'captions',
        language: 'pt-BR',
        label: 'português (Brasil)',
        mode: 'showing',
        words: ['Hello.'],
      },
      {
        kind: 'captions',
        language: await page.evaluate(() => document.documentElement.lang),
        label: 'English',
        mode: 'disabled',
        words: [],
      },
    ])
  await play(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page that answers the form has the captions', async ({ page, lead, site }) => {
    await page.goto(site.url)
    await fillFields(page, lead)
    await submitButton(page).click()
    await expect(page.locator('video')).toHaveAttribute('src', '/training.mp4')
    await expect(page.locator('track').first()).toHaveAttribute('src', '/training.en.vtt')
    await expect(page.locator('track[default]')).toHaveCount(1)
  })
})

test('the locked page names neither the captions nor the video', async ({ request, site }) => {
  for (const rsc of [undefined, { rsc: '1' }]) {
    const text = await (await request.get(site.url, { headers: rsc })).text()
    expect(text).toContain('Click to Watch Free Training')
    expect(text).not.toMatch(/\.vtt|\.mp4/)
  }
})
