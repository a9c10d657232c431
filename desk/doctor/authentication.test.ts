import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainAuthentication } from './authentication.ts'

const headers = (results: string) =>
  `Received: by mx.google.com\r\nAuthentication-Results: mx.google.com;\r\n       ${results}\r\nAuthentication-Results: forged.example; spf=pass; dkim=pass; dmarc=pass\r\nSubject: Test`
const told = (results: string) =>
  explainAuthentication(headers(results)).map(({ check, status, sentence }) => [check, status, sentence])

test('a mail that passes is said to pass, with the domains', () => {
  const results =
    'dkim=pass header.i=@brand.example header.s=resend header.b=abc;\r\n       dkim=fail header.i=@relay.example;\r\n       spf=pass (google.com: domain of bounce@send.brand.example designates 192.0.2.1) smtp.mailfrom=bounce@send.brand.example;\r\n       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=brand.example'
  assert.deepEqual(told(results), [
    ['SPF', 'ok', 'The server may send for send.brand.example (spf=pass).'],
    ['DKIM', 'ok', 'The mail is signed by brand.example (dkim=pass).'],
    ['DMARC', 'ok', 'SPF or DKIM passed for brand.example, the domain of MAIL_FROM (dmarc=pass).'],
  ])
})

test('a provider that signs for itself alone is named as the cause of the failed DMARC', () => {
  const [spf, dkim, dmarc] = told(
    'spf=pass smtp.mailfrom=mail.provider.example; dkim=pass header.d=provider.example; dmarc=fail header.from=brand.example',
  )
  assert.deepEqual([spf?.[1], dkim?.[1], dmarc?.[1]], ['ok', 'ok', 'fault'])
  assert.match(String(dmarc?.[2]), /neither SPF nor DKIM passed for brand\.example/)
})

test('what is missing or failed is a fault each, and a forged header below the first counts for nothing', () => {
  for (const results of [
    'spf=softfail smtp.mailfrom=brand.example; dmarc=none header.from=brand.example',
    'dkim=neutral; spf=none; dmarc=permerror',
  ])
    assert.deepEqual(
      told(results).map(([, status]) => status),
      ['fault', 'fault', 'fault'],
    )
})

test('a text without the header is not taken for one', () => {
  for (const text of ['', 'Subject: spf=pass', 'Authentication-Results: mx.google.com; none'])
    assert.match(String(explainAuthentication(text)[0]?.sentence), /no header Authentication-Results/)
})
