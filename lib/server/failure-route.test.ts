import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import '../../tests/kit/resolve-as-next.ts'

const { POST } = await import('../../app/failure/route.ts')

async function post(...reports: string[]) {
  const log = mock.method(console, 'error', () => {})
  const statuses: number[] = []
  for (const body of reports)
    statuses.push((await POST(new Request('http://localhost/failure', { method: 'POST', body }))).status)
  const lines = log.mock.calls.map(({ arguments: [line] }) => JSON.parse(`${line}`))
  log.mock.restore()
  return { statuses, lines }
}

/** In the next minute, reports are logged again. */
function nextMinute() {
  const now = Date.now()
  mock.restoreAll()
  mock.method(Date, 'now', () => now + 60_000)
}

test('the error of a page is logged with its name, its number and its place', async () => {
  const reports = ['Error #418 /_next/static/chunks/0a-b.js:1:2345', 'TypeError  ', 'Error 1234567890 ']
  const { statuses, lines } = await post(...reports)
  assert.deepEqual(statuses, [204, 204, 204])
  assert.deepEqual(
    lines,
    reports.map((code) => ({ event: 'page_failed', code })),
  )
})

test('whatever else somebody posts is dropped, so no line names a person', async () => {
  nextMinute()
  const { statuses, lines } = await post(
    '',
    'Error',
    'Error no ada@example.com',
    'Error #418 https://example.com/_next/static/a.js:1:2',
    'Error #418 /_next/static/a.js?email=ada@example.com:1:2',
    'Error #418 /_next/static/a.js:1:2\n{"event":"lead_not_sent"}',
    'Ada Lovelace, (201) 555-0123',
  )
  assert.deepEqual([...new Set(statuses)], [204])
  assert.deepEqual(lines, [])
})

/** The report that Chromium sends of a script that the policy has blocked. */
const blockedBy = (directive: string, blocked: string, file = 'https://www.example.com/') =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://www.example.com/watch/0b9ee1a2?email=ada@example.com',
      referrer: 'https://mail.example.com/ada',
      'effective-directive': directive,
      'original-policy': "default-src 'none'",
      'blocked-uri': blocked,
      'source-file': file,
      'script-sample': 'ada@example.com',
    },
  })

test('a blocked script is logged by its kind, and nothing of the page or the visitor', async () => {
  nextMinute()
  const { statuses, lines } = await post(
    blockedBy('script-src-elem', 'inline'),
    blockedBy('script-src', 'eval'),
    blockedBy('script-src-elem', 'https://cdn.example.com/ada.js?email=ada@example.com'),
    blockedBy('script-src-elem', 'chrome-extension'),
    // Inline scripts of extensions in Chromium, Firefox and Safari.
    ...[
      'chrome-extension',
      'moz-extension',
      'safari-web-extension://x/y.js',
      'webkit-masked-url://hidden/',
    ].map((file) => blockedBy('script-src-elem', 'inline', file)),
    blockedBy('img-src', 'https://cdn.example.com/pixel.gif'),
    blockedBy('script-src-elem ada@example.com', 'inline'),
    '{"csp-report":{}}',
    '{',
  )
  assert.deepEqual([...new Set(statuses)], [204])
  assert.deepEqual(
    lines,
    ['script-src-elem inline', 'script-src eval', 'script-src-elem other site'].map((code) => ({
      event: 'script_blocked',
      code,
    })),
  )
})

test('a report that is too long is refused unread', async () => {
  nextMinute()
  const { statuses, lines } = await post(`Error #418 ${' '.repeat(8_000)}`)
  assert.deepEqual([statuses, lines], [[413], []])
})

test('a flood of reports fills no log: twenty are logged in a minute', async () => {
  nextMinute()
  const flood = Array<string>(30).fill('Error #418 ')
  assert.equal((await post(...flood)).lines.length, 20)
  nextMinute()
  assert.equal((await post('Error #418 ')).lines.length, 1)
  mock.restoreAll()
})
