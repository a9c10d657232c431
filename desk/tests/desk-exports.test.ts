import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, query } = await openDeskApp()

await query('delete from leads')
for (const [name, phone_e164, campaign, suspected_bot] of [
  ['ada', '+12015550101', { gclid: 'EAIaIQobChMI-_x' }, false],
  ['bob', null, {}, false],
  ['cyd', '+12015550103', {}, true],
  ['dan', '+12015550104', {}, false],
] as const)
  await query('select accept_lead(gen_random_uuid(), $1, $2)', [
    { ...lead, name, email: `${name}@example.org`, phone_e164 },
    { campaign, suspected_bot },
  ])
await query(`select withdraw_consent(id, 'link') from leads where name = 'dan'`)

/** Returns the figures of each file, and the address to which its form leads. */
async function files(path: string) {
  const { document } = parseHTML((await ask('GET', path)).body)
  return [...document.querySelectorAll('[data-slot=card]')].map((card) => {
    const form = card.querySelector('form')
    const fields = [...card.querySelectorAll('input')].map((field) => [
      field.name,
      field.getAttribute('value') ?? '',
    ])
    return {
      count: card.querySelector('strong')?.textContent,
      leftOut: [...card.querySelectorAll('li')].map(({ textContent }) => textContent).sort(),
      href: form && `${form.getAttribute('action')}?${new URLSearchParams(fields)}`,
    }
  })
}

test('each file says how many are left out and why, and then has the others', async () => {
  const found = await files('/exports')
  assert.deepEqual(
    found.map(({ count, leftOut }) => [count, ...leftOut]),
    [
      ['4 people'],
      [
        '1 person',
        '1 came only from suspected bots or previews',
        '1 gave no valid number',
        '1 withdrew the consent',
      ],
      [
        '1 person',
        '1 came only from suspected bots or previews',
        '1 did not click an ad there',
        '1 withdrew the consent',
      ],
      [
        '0 people',
        '1 came only from suspected bots or previews',
        '1 withdrew the consent',
        '2 did not click an ad there',
      ],
    ],
  )
  const [everything, texting, google] = await Promise.all(found.map(({ href }) => ask('GET', href ?? '')))
  assert.match(everything?.body ?? '', /"dan@[\s\S]*"cyd@[\s\S]*"bob@[\s\S]*"ada@/)
  assert.match(texting?.body ?? '', /^\ufeff?"phone_e164",.*\r\n"\+12015550101","ada",.*\r\n$/)
  assert.match(texting?.headers['content-disposition'] ?? '', /"leads-sms-\d/)
  assert.match(google?.body ?? '', /^Parameters.*\r\nGoogle Click ID,.*\r\nEAIaIQobChMI-_x,Lead,.*\r\n$/)
  // Nobody is in this file, so there is nothing to download.
  assert.equal(found.at(-1)?.href, null)
  const microsoft = await ask('GET', '/leads.csv?for=microsoft-ads')
  assert.match(microsoft.body, /^Parameters.*\r\nMicrosoft Click ID,.*\r\n$/)
})

test('the files are of the list’s filters, or of the people chosen in it', async () => {
  const [filtered] = await files('/exports?q=ada')
  assert.equal(filtered?.count, '1 person')
  assert.doesNotMatch((await ask('GET', filtered?.href ?? '')).body, /bob@/)
  const ids = await query<{ id: string }>(`select id from leads where name in ('ada', 'bob')`)
  const [chosen] = await files(`/exports?${new URLSearchParams(ids.map(({ id }) => ['lead', id]))}`)
  assert.equal(chosen?.count, '2 people')
  const { body } = await ask('GET', chosen?.href ?? '')
  assert.match(body, /bob@[\s\S]*ada@/)
  assert.doesNotMatch(body, /dan@/)
  assert.equal((await ask('GET', '/exports?lead=x')).status, 400)
})

test('a conversion has the name that the operator gives it', async () => {
  const { body } = await ask('GET', '/leads.csv?for=google-ads&conversion=Sign-up')
  assert.match(body, /,Sign-up,/)
})
