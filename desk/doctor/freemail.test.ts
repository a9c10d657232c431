import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFreemail } from './freemail.ts'

test('a domain where anybody can get a mailbox is none of the operator', () => {
  for (const domain of [
    ...[
      'yahoo.com',
      'Outlook.com',
      'hotmail.co.uk',
      'live.com.au',
      'yahoo.ca',
      'outlook.kr',
      'hotmail.rs',
      'gmx.net',
    ],
    ...[
      'icloud.com',
      'aol.com',
      'proton.me',
      'cogeco.ca',
      'eastlink.ca',
      'sasktel.net',
      'westnet.com.au',
      'q.com',
    ],
    ...['centurylink.net', 'myyahoo.com', 'abv.bg', 'brand.onmicrosoft.com', 'onmicrosoft.com'],
  ])
    assert.ok(isFreemail(domain), domain)
  for (const domain of [
    'brand.example',
    'mail.yahoo.example',
    'notgmail.com',
    'brand-onmicrosoft.com',
    'live.example',
  ])
    assert.ok(!isFreemail(domain), domain)
})
