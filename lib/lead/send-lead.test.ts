import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import '../../tests/kit/server-settings.ts'

const { sendLead } = await import('./send-lead.ts')

const lead = { name: 'Ada', email: 'ada@example.org', phone: '1', countryCode: 'US', consent: true } as const

for (const [body, reminds] of [
  [{ status: 'created', reminds: true }, true],
  [{ status: 'replayed', reminds: false }, false],
  // An older function answers this.
  [{ status: 'created' }, true],
] as const)
  test(`the answer ${JSON.stringify(body)} means that reminders ${reminds ? 'may be on' : 'are off'}`, async (t) => {
    t.after(() => mock.restoreAll())
    mock.method(globalThis, 'fetch', async () => Response.json(body, { status: 201 }))
    const sent = await sendLead(lead, new Headers(), new FormData(), crypto.randomUUID())
    assert.equal(sent?.reminds, reminds)
    assert.match(sent?.submissionId ?? '', /^[0-9a-f-]{36}$/)
  })

for (const [what, answer] of [
  ['an error', () => Promise.resolve(Response.json({ error: 'internal' }, { status: 500 }))],
  ['no answer', () => Promise.reject(new TypeError('fetch failed'))],
] as const)
  test(`after ${what} the lead does not count as stored`, async (t) => {
    t.after(() => mock.restoreAll())
    mock.method(globalThis, 'fetch', answer)
    const logged = mock.method(console, 'error', () => {})
    assert.equal(await sendLead(lead, new Headers(), new FormData(), crypto.randomUUID()), undefined)
    assert.equal(logged.mock.callCount(), 1)
    assert.doesNotMatch(`${logged.mock.calls[0]?.arguments}`, /Ada|ada@/)
  })
