import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as copy from '../../site/copy.ts'

test('the texts of the specification stand to the letter', () => {
  const { formCopy, notFoundCopy, playerCopy, toastCopy } = copy
  assert.deepEqual(toastCopy.success, {
    title: 'Success!',
    text: 'Your information has been submitted. Check your email and enjoy the video!',
  })
  assert.deepEqual(toastCopy.error, {
    title: 'Error',
    text: 'There was a problem submitting your information. Please try again.',
  })
  assert.deepEqual(
    [formCopy.title, formCopy.submit, formCopy.submitting],
    ['Get Instant Access', 'CLAIM TRAINING>>', 'Processing...'],
  )
  assert.deepEqual([notFoundCopy.text, notFoundCopy.home], ['Oops! Page not found', 'Return to Home'])
  assert.deepEqual(playerCopy, {
    title: 'Video Sales Letter',
    unsupported: 'Your browser does not support the video tag.',
    missing: 'No video URL configured',
  })
  assert.equal(copy.videoPrompt, 'Click to Watch Free Training')
  assert.equal(copy.heroCopy.badge, 'Free Training for Aspiring Freelance Brand Scalers')
  assert.equal(copy.discoverCopy.title, "Here's what you'll discover inside this training…")
  const [skill = '', income = '', client = ''] = copy.discoverCopy.bullets.map(
    ({ title, text }) => `${title} ${text}`,
  )
  assert.match(skill, /escape college.*valuable skill/i)
  assert.match(income, /brand scaling.*online income.*valuable skill/i)
  assert.match(client, /guaranteed paying client in under 90 days/)
  const { start, accent, tail } = copy.heroCopy.headline
  assert.match(`${start} ${accent} ${tail}`, /broke college kid.*monthly income.*brand scaling/)
  assert.match(copy.heroCopy.subline, /first monthly income in under 6 months/)
  assert.match(copy.copyright, /^© 2025 /)
})
