import { hostedVideo } from '../tests/kit/hosted-video.ts'
import { expect, player, test, unlockWith } from './test.ts'

test('a YouTube link plays in an embedded player without autoplay or related videos', async ({
  page,
  lead,
}) => {
  await unlockWith(page, lead, hostedVideo)
  const url = new URL((await player(page).getAttribute('src')) ?? '')
  expect(url.origin + url.pathname).toBe('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ')
  expect(url.searchParams.get('rel')).toBe('0')
  expect(url.searchParams.has('autoplay')).toBe(false)
  await expect(player(page)).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin')
})

test('any other URL plays in a plain video element with a fallback text', async ({ page, lead }) => {
  await unlockWith(page, lead, 'https://cdn.example.com/training.mp4')
  const video = page.locator('video')
  await expect(video).toBeFocused()
  await expect(video).toHaveAttribute('src', 'https://cdn.example.com/training.mp4')
  await expect(video).toHaveText('Your browser does not support the video tag.')
  await expect(video).not.toHaveAttribute('autoplay')
  // Otherwise the player would cut off most of a vertical video.
  await expect(video).toHaveCSS('object-fit', 'contain')
})

test('an unrecognised video URL shows “No video URL configured” after the unlock', async ({ page, lead }) => {
  await unlockWith(page, lead, 'https://www.youtube.com/@channel')
  await expect(page.getByText('No video URL configured')).toBeVisible()
})

test('a video file that does not load says so', async ({ page, lead }) => {
  await unlockWith(page, lead, '/no-such-video.mp4')
  await expect(page.getByRole('alert').filter({ hasText: 'The video does not load.' })).toBeVisible()
})
