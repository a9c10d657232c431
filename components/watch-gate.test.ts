import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WatchLinkState } from '../lib/lead/submit-lead-state.ts'
import { watchCopy } from '../site/copy.ts'
import { loadComponent } from '../tests/kit/load-component.ts'
import type { WatchGateProps } from './watch-gate.tsx'

const draw = await loadComponent<WatchGateProps>('watch-gate.tsx', 'WatchGate')

const show = (state: Partial<WatchLinkState>) => {
  const page = draw({ state: { status: 'watchLink', ...state }, poster: null, children: 'Play' })
  return {
    video: page.querySelector('video')?.getAttribute('src'),
    play: page.querySelector('form[method=post] button')?.textContent,
    next: page.querySelector('h2')?.textContent,
    link: page.querySelector('a')?.getAttribute('href'),
    isMeasured: page.body.textContent?.includes(watchCopy.measured),
    alert: page.querySelector('[role=alert]')?.textContent,
  }
}

const locked = {
  video: undefined,
  play: 'Play',
  next: undefined,
  link: undefined,
  isMeasured: false,
  alert: undefined,
}
const videoUrl = '/sample/training.mp4'
const opened = { ...locked, video: videoUrl, play: undefined }

test('the page behind the link of an email has the play button alone, until the video is opened', () => {
  assert.deepEqual(show({}), locked)
  assert.deepEqual(show({ videoUrl }), opened)
})

test('the next step stands below the video that the link of an email opened', () => {
  const nextStep = { title: 'Talk to us', link: 'Book a call', href: '/call/token' }
  assert.deepEqual(show({ videoUrl, nextStep }), { ...opened, next: nextStep.title, link: nextStep.href })
})

test('the page says that it is recorded how far somebody watches, where it is', () => {
  assert.deepEqual(show({ videoUrl, isMeasured: true }), { ...opened, isMeasured: true })
})

test('while the backend is down, an alert asks to press play again, and the button stays', () => {
  assert.deepEqual(show({ isUnavailable: true }), { ...locked, alert: watchCopy.unavailable })
})
