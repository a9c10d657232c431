import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, query } = await openDeskApp()

/** Returns the rows of the table of sources. For each row, returns the texts of its cells. */
async function rows(by: string) {
  const page = parseHTML((await ask('GET', `/?by=${by}`)).body).document
  return [...page.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent?.trim()),
  )
}

test('the leads are grouped by source, campaign, medium or content', async () => {
  const campaign = { utm_campaign: 'Spring', utm_medium: 'cpc', utm_content: 'red button' }
  await query('select accept_lead(gen_random_uuid(), $1, $2)', [
    { ...lead, email: 'ben@example.org' },
    { campaign },
  ])
  assert.deepEqual((await rows('source')).map(([name]) => name).sort(), ['direct', 'spring campaign'])
  assert.deepEqual(await rows('campaign'), [['spring', '–', '1', '–']])
  assert.deepEqual(await rows('medium'), [
    ['no medium', '1'],
    ['cpc', '1'],
  ])
  assert.deepEqual(await rows('content'), [
    ['no content', '1'],
    ['red button', '1'],
  ])
})
