import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, query } = await openDeskApp()

/** Returns the rows of the table of sources. For each row, returns the texts of its cells. */
async function rows(by: string) {
  const page = parseHTML((await ask('GET', `/?by=${by}`)).body).document
  return [...page.querySelectorAll('[data-slot=table-body] tr')].map((row) =>
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
  assert.deepEqual(await rows('campaign'), [
    ['no campaign', '0', '1 50.0 %', '–', '–'],
    ['spring', '0', '1 50.0 %', '–', '–'],
  ])
  assert.deepEqual(await rows('medium'), [
    ['no medium', '1 50.0 %', '–'],
    ['cpc', '1 50.0 %', '–'],
  ])
  assert.deepEqual(await rows('content'), [
    ['no content', '1 50.0 %', '–'],
    ['red button', '1 50.0 %', '–'],
  ])
})

test('the funnel tells how many people were reminded and then started the video', async () => {
  const told = async () => /Of \d+ reminded people, [^<]*/.exec((await ask('GET', '/funnel')).body)?.[0]
  assert.equal(await told(), undefined)
  for (const email of ['gil@example.org', 'hal@example.org', 'ida@example.org', 'joe@example.org'])
    await query('select accept_lead(gen_random_uuid(), $1)', [{ ...lead, email }])
  await query(`
    update leads set reminded_at = now() - interval '1 hour' where email ~ '^(gil|hal|ida|joe)@';
    update leads set begun_at = now() - interval '2 hours' where email = 'gil@example.org';
    update leads set begun_at = now() where email = 'hal@example.org'`)
  assert.equal(await told(), 'Of 4 reminded people, 1 then started the video (25.0 %).')
})
