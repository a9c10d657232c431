import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { mock, test } from 'node:test'
import type { Unlocked, WatchLinkState } from './submit-lead-state.ts'
import '../../tests/kit/server-settings.ts'

// Outside a request, Next.js has no headers.
const sent = { headers: {} }
Object.assign(globalThis, { sent })
const noHeaders = 'data:text/javascript,export const headers = async () => new Headers(sent.headers)'
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'next/headers' ? { url: noHeaders, shortCircuit: true } : next(specifier, context),
})
const { consentId } = await import('./consent-shown.ts')
const { submitLead } = await import('./submit-lead.ts')
const { openWatchLink } = await import('./open-watch-link.ts')
const { captions } = await import('../env.ts')
const { nextStepCopy } = await import('../../site/next-step.ts')

/** What a visitor posts. */
function filledForm() {
  const form = new FormData()
  const lead = {
    name: 'Ada',
    email: 'ada@example.org',
    phone: '2015550123',
    countryCode: 'US',
    consent: 'on',
  }
  for (const [name, value] of Object.entries({ ...lead, consentId: consentId() })) form.set(name, value)
  return form
}

test('the link to the calendar comes with the video, and not before the lead is stored', async (t) => {
  const { href } = nextStepCopy
  t.after(() => {
    nextStepCopy.href = href
    mock.restoreAll()
  })
  nextStepCopy.href = 'https://calendar.example/call'
  const form = filledForm()
  mock.method(console, 'error', () => {})
  const answers = [Response.json({}, { status: 503 }), Response.json({ status: 'created' }, { status: 201 })]
  mock.method(globalThis, 'fetch', async () => answers.shift())
  const refused = await submitLead(form)
  assert.deepEqual([refused.status, 'nextStep' in refused], ['unavailable', false])
  const sent = await submitLead(form)
  assert.deepEqual(
    [sent.status, 'nextStep' in sent && sent.nextStep?.href],
    ['sent', 'https://calendar.example/call'],
  )
})

test('captions and the link to the calendar come with the video, by the form and by the link of an email', async (t) => {
  const { href } = nextStepCopy
  t.after(() => {
    nextStepCopy.href = href
    mock.restoreAll()
  })
  nextStepCopy.href = 'https://calendar.example/call'
  mock.method(globalThis, 'fetch', async () => Response.json({ status: 'opened' }))
  assert.ok(captions(), 'the sample has captions')
  for (const video of [
    await submitLead(filledForm()),
    await openWatchLink(crypto.randomUUID(), new Headers()),
  ]) {
    const { captions: shown, nextStep } = video as Partial<Unlocked>
    assert.deepEqual([shown, nextStep?.href], [captions(), 'https://calendar.example/call'], video.status)
  }
})

test('how far a video is watched is not measured in a browser that asks not to be tracked', async (t) => {
  t.after(() => mock.restoreAll())
  mock.method(globalThis, 'fetch', async () => Response.json({ status: 'measured' }))
  for (const [signal, isMeasured] of [
    [{}, true],
    [{ dnt: '1' }, false],
    [{ 'sec-gpc': '1' }, false],
  ] as const) {
    const opened = await openWatchLink(crypto.randomUUID(), new Headers(signal))
    assert.equal((opened as WatchLinkState).isMeasured, isMeasured, `measured with ${JSON.stringify(signal)}`)
  }
})

test('a browser that asks not to be tracked gets no token that says who began the video', async (t) => {
  t.after(() => {
    sent.headers = {}
    mock.restoreAll()
  })
  mock.method(globalThis, 'fetch', async () => Response.json({ status: 'created' }, { status: 201 }))
  for (const [signal, hasToken] of [
    [{}, true],
    [{ dnt: '1' }, false],
    [{ 'sec-gpc': '1' }, false],
  ] as const) {
    sent.headers = signal
    const answer = await submitLead(filledForm())
    assert.equal('beginToken' in answer && !!answer.beginToken, hasToken, JSON.stringify(signal))
  }
})
