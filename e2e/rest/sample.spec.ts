import { siteUrl } from '../settings.ts'
import { expect, player, submitLead, test } from '../test.ts'

test('without any other host the sample plays to its end, with captions and no error', async ({
  page,
  lead,
  consoleErrors,
}) => {
  const others: string[] = []
  await page.route(
    ({ origin }) => origin !== siteUrl,
    (route) => {
      others.push(route.request().url())
      return route.abort()
    },
  )
  await submitLead(page, lead)
  await expect(player(page)).toHaveAttribute('src', '/sample/training.mp4')
  const seen = await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const words = new Set<string>()
    const [track] = video.textTracks
    track?.addEventListener('cuechange', () => {
      for (const cue of track.activeCues ?? []) words.add((cue as VTTCue).text)
    })
    const ended = new Promise((resolve) => video.addEventListener('ended', resolve))
    video.playbackRate = 4
    await video.play()
    await ended
    const { language, label, mode, cues } = track ?? {}
    return {
      language,
      label,
      mode,
      isEachShown: words.size === cues?.length,
      size: [video.videoWidth, video.videoHeight],
      seconds: video.duration,
      first: [...words][1],
    }
  })
  expect(seen).toMatchObject({
    language: 'en',
    label: 'English',
    mode: 'showing',
    isEachShown: true,
    size: [1280, 720],
  })
  expect(seen.first).toMatch(/^From broke college kid/)
  expect(seen.seconds).toBeGreaterThan(20)
  expect([...consoleErrors, ...others]).toEqual([])
})

test('a part of the sample can be asked for, so that phones play it', async ({ request }) => {
  const answer = await request.get('/sample/training.mp4', { headers: { range: 'bytes=0-1' } })
  expect(answer.status()).toBe(206)
  expect(answer.headers()['content-type']).toBe('video/mp4')
  expect((await answer.body()).length).toBe(2)
})
