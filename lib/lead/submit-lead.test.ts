import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { mock, test } from 'node:test'
import '../../tests/kit/server-settings.ts'

// Outside a request, Next.js has no headers.
const noHeaders = 'data:text/javascript,export const headers = async () => new Headers()'
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'next/headers' ? { url: noHeaders, shortCircuit: true } : next(specifier, context),
})
const { consentId } = await import('./consent-shown.ts')
const { submitLead } = await import('./submit-lead.ts')
const { nextStepCopy } = await import('../../site/next-step.ts')

test('the link to the calendar comes with the video, and not before the lead is stored', async (t) => {
  const { href } = nextStepCopy
  t.after(() => {
    nextStepCopy.href = href
    mock.restoreAll()
  })
  nextStepCopy.href = 'https://calendar.example/call'
  const form = new FormData()
  const lead = {
    name: 'Ada',
    email: 'ada@example.org',
    phone: '2015550123',
    countryCode: 'US',
    consent: 'on',
  }
  for (const [name, value] of Object.entries({ ...lead, consentId: consentId() })) form.set(name, value)
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
