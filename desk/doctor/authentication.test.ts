import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../tests/kit/assert-linear.ts'
import { explainAuthentication } from './authentication.ts'

const headers = (results: string) =>
  `Received: by mx.google.com\r\nAuthentication-Results: mx.google.com;\r\n       ${results}\r\nAuthentication-Results: forged.example; spf=pass; dkim=pass; dmarc=pass\r\nSubject: Test`
const told = (results: string) =>
  explainAuthentication(headers(results)).map(({ check, status, sentence }) => [check, status, sentence])

test('an email that passes is said to pass, with the domains', () => {
  const results =
    'dkim=pass header.i=@brand.example header.s=resend header.b=abc;\r\n       dkim=fail header.i=@relay.example;\r\n       spf=pass (google.com: domain of bounce@send.brand.example designates 192.0.2.1) smtp.mailfrom=bounce@send.brand.example;\r\n       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=brand.example'
  assert.deepEqual(told(results), [
    ['SPF', 'ok', 'The server may send for send.brand.example (spf=pass).'],
    ['DKIM', 'ok', 'The email is signed by brand.example (dkim=pass).'],
    ['DMARC', 'ok', 'SPF or DKIM passed for brand.example, the domain of your sender address (dmarc=pass).'],
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

test('the results are read by their grammar, in one header or in several of one receiver', () => {
  const spf = 'spf=pass smtp.mailfrom=bounce@brand.example'
  const dkim = 'dkim=pass header.i=@brand.example'
  const dmarc = 'dmarc=pass header.from=brand.example'
  for (const results of [
    `${dmarc}\r\nAuthentication-Results: mx.google.com; ${spf}\r\nAuthentication-Results: MX.google.com; ${dkim}`,
    `spf=none smtp.helo=mail1.provider.example; ${spf}; ${dkim}; ${dmarc}`,
    `${spf}; dkim=pass header.d=brand.example; ${dmarc}`,
    'spf = pass smtp.mailfrom = bounce@brand.example; dkim = pass header.d = brand.example; dmarc = pass header.from=brand.example',
    `dkim=pass (1024-bit key; unprotected) header.d=brand.example header.i=@brand.example; ${spf}; ${dmarc}`,
    `spf=pass (sender (is) fine; dkim=fail) smtp.mailfrom="bounce@brand.example"; DKIM/1=Pass header.D=Brand.Example; ${dmarc}`,
    `${spf};\r\n\tdkim=pass reason="good; key" header.d=brand.example;\r\n\t${dmarc} policy.dmarc=none`,
  ])
    assert.deepEqual(
      told(results).map(([, status, sentence]) => [status, /brand\.example/.test(`${sentence}`)]),
      [
        ['ok', true],
        ['ok', true],
        ['ok', true],
      ],
      results,
    )
})

test('headers are read as receivers write them and as people copy them', () => {
  const results = [
    'spf=pass smtp.mailfrom=brand.example',
    'dkim=pass header.d=brand.example',
    'dmarc=pass header.from=brand.example',
  ]
  const [spf, dkim, dmarc] = results
  const folded = `Received: by mx.example\nAuthentication-Results: mx.example;\n   ${results.join(';\n   ')}\nSubject: Test`
  for (const text of [
    `Authentication-Results: bimi.icloud.com; bimi=none\nAuthentication-Results: spf.icloud.com; ${spf}\nAuthentication-Results: dmarc.icloud.com; ${dmarc}\nAuthentication-Results: dkim-verifier.icloud.com; ${dkim}`,
    `\ufeff${folded.replace(/^.*\n/, '')}`,
    folded.replace(/^/gm, '    '),
    `\n\n${folded.replace(/^/gm, '\t')}`,
    folded.replace(/^/gm, '> > '),
    folded.replaceAll('\n', '\r'),
    `Authentication-Results: mx.example; spf=pass (a \\) b; c) reason="a \\" b; c" smtp.mailfrom=brand.example; ${dkim}; ${dmarc}`,
    `ARC-Authentication-Results: i=1; mx.example; spf=fail; dkim=fail\nAUTHENTICATION-RESULTS: "mx.example" 1; ${results.join('; ')}`,
    `Authentication-Results:\u00a0mx.example;\u00a0${results.join(';\u00a0').replaceAll(' ', '\u00a0')}`,
  ])
    assert.deepEqual(
      explainAuthentication(text).map(({ status }) => status),
      ['ok', 'ok', 'ok'],
      text,
    )
  assert.deepEqual(
    explainAuthentication(
      `Authentication-Results: mx.example; ${spf}\nAuthentication-Results: mx.other; ${dkim}; ${dmarc}`,
    ).map(({ status }) => status),
    ['ok', 'fault', 'fault'],
  )
})

test('domains are read without angle brackets, and of an email without a sender the name of the server counts', () => {
  for (const [mailFrom, domain] of [
    ['smtp.mailfrom=<bounce@brand.example>', 'brand.example'],
    ['smtp.mailfrom=<> smtp.helo=mail.brand.example', 'mail.brand.example'],
  ])
    assert.deepEqual(told(`spf=pass ${mailFrom}; dmarc=pass header.from=brand.example`)[0], [
      'SPF',
      'ok',
      `The server may send for ${domain} (spf=pass).`,
    ])
})

test('headers whose further lines lost their indent in a copy, or that are quoted, are read as well', () => {
  const lines = [
    'Authentication-Results: mx.google.com;',
    '   spf=pass (2001:db8::1 is permitted) smtp.mailfrom=brand.example;',
    '   dkim=pass header.d=brand.example; dmarc=pass header.from=brand.example',
    'Authentication-Results: forged.example; spf=fail',
    'Subject: Test',
  ]
  for (const written of [lines.map((line) => line.trim()), lines.map((line) => `> ${line}`)])
    assert.deepEqual(
      explainAuthentication(written.join('\r\n')).map(({ status }) => status),
      ['ok', 'ok', 'ok'],
    )
})

test('a receiver that leaves its own name out, as Outlook does, is read from its first result', () => {
  const outlook =
    'Authentication-Results: spf=pass (sender IP is 192.0.2.1)\r\n smtp.mailfrom=brand.example; dkim=pass (signature was verified)\r\n header.d=brand.example;dmarc=pass action=none\r\n header.from=brand.example;compauth=pass reason=100'
  assert.deepEqual(
    explainAuthentication(outlook).map(({ status, sentence }) => [status, sentence]),
    [
      ['ok', 'The server may send for brand.example (spf=pass).'],
      ['ok', 'The email is signed by brand.example (dkim=pass).'],
      ['ok', 'SPF or DKIM passed for brand.example, the domain of your sender address (dmarc=pass).'],
    ],
  )
})

test('domains are aligned if they belong to one organisation, as the public suffix list has it', () => {
  for (const [signer, from, isAligned] of [
    ['send.brand.example', 'news.brand.example', true],
    ['mail.brand.co.uk', 'brand.co.uk', true],
    ['other.co.uk', 'brand.co.uk', false],
    ['co.uk', 'brand.co.uk', false],
    ['shop.com.au', 'brand.com.au', false],
    ['notbrand.example', 'brand.example', false],
  ] as const) {
    const [, , dmarc] = told(`spf=fail; dkim=pass header.d=${signer}; dmarc=fail header.from=${from}`)
    assert.equal(!/neither SPF nor DKIM passed/.test(`${dmarc?.[2]}`), isAligned, `${signer} ${from}`)
  }
})

test('of several signatures the one of the sender is named, and nothing is said to be undefined', () => {
  const [, dkim] = told(
    'dkim=pass header.d=provider.example; dkim=pass header.d=mail.brand.example; dmarc=pass header.from=brand.example',
  )
  assert.equal(dkim?.[2], 'The email is signed by mail.brand.example (dkim=pass).')
  assert.doesNotMatch(told('spf=pass; dkim=pass; dmarc=pass').join('\n'), /undefined|by {2}|for {2}|for ,/)
})

test('what the receiver could not look up is unseen', () => {
  for (const results of ['spf=temperror; dkim=temperror; dmarc=temperror'])
    assert.deepEqual(
      told(results).map(([, status]) => status),
      ['unseen', 'unseen', 'unseen'],
    )
  assert.equal(told('dkim=temperror; dkim=pass header.d=a.example; dmarc=pass')[1]?.[1], 'ok')
})

test('a header takes linear time', () => {
  assertLinear(
    (text) => explainAuthentication(`Authentication-Results: x; ${text.repeat(4)}`),
    [' ()', '=', '> '],
  )
})
