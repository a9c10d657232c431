import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import type { Setting } from '../../../core/settings.ts'
import { buildInterface } from '../../server/build-interface.ts'
import type { SettingsProps } from './view.tsx'

const { pages, render } = await buildInterface()

const limit: Setting = {
  name: 'visitor_mails_per_minute',
  kind: 'integer',
  value: '5',
  usual: '30',
  lowest: '1',
  highest: '1000',
}

const show = (changes: Partial<Setting>, reply: Partial<SettingsProps> = {}) =>
  parseHTML(
    render({
      page: pages.settings,
      props: { settings: [{ ...limit, ...changes }], hasKeys: true, ...reply },
      shell: { title: 'Settings', links: [] },
    }),
  ).document

const aboutOf = (page: Document, name: string) => {
  const field = page.querySelector(`[name=${name}][aria-describedby]`)
  return page.getElementById(field?.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
}

test('a value stands in a field with its label, meaning, default and bounds', () => {
  const page = show({})
  const field = page.querySelector('input[name=visitor_mails_per_minute]')
  assert.equal(field?.getAttribute('value'), '5')
  assert.equal(
    page.querySelector('label[for=visitor_mails_per_minute]')?.textContent,
    'Emails to visitors per minute',
  )
  assert.match(
    aboutOf(page, 'visitor_mails_per_minute'),
    /^Stay below the limit of your mail provider\. .* Default: 30; from 1 to 1,000\.$/,
  )
})

test('a length of time says what an empty field means', () => {
  const about = (changes: Partial<Setting>) =>
    aboutOf(show({ kind: 'interval', ...changes }), changes.name ?? '')
  const kept = { name: 'keep_submissions', usual: '3 years', lowest: '1 day', highest: null }
  assert.match(about(kept), / Default: 3 years; at least 1 day; empty means for ever\.$/)
  const reminder = { name: 'remind_after', usual: null, lowest: '1 hour', highest: '30 days' }
  assert.match(about(reminder), / Default: off; from 1 hour to 30 days; empty means off\.$/)
})

test('values of a length of time are offered', () => {
  const page = show({ name: 'keep_submissions', kind: 'interval' })
  const field = page.querySelector('input[name=keep_submissions]')
  const offered = page.querySelectorAll(`datalist#${field?.getAttribute('list')} option`)
  assert.equal(offered[0]?.getAttribute('value'), '1 year')
})

test('a switch that is off is sent, too', () => {
  const inputs = (value: string) =>
    [
      ...show({ name: 'double_opt_in', kind: 'boolean', value }).querySelectorAll(
        'input[name=double_opt_in]',
      ),
    ].map((input) =>
      [input.getAttribute('type'), input.getAttribute('value'), input.hasAttribute('checked')].join(),
    )
  assert.deepEqual(inputs('true'), ['hidden,false,false', 'checkbox,true,true'])
  assert.deepEqual(inputs('false'), ['hidden,false,false', 'checkbox,true,false'])
})

test('a list stands in a field of several lines, with its label, meaning and fault', () => {
  const page = show(
    { name: 'also_notify', kind: 'text[]', value: 'a@example.org\nb@example.org', highest: '10' },
    { section: 'owner', faults: { also_notify: 'Wrong.' } },
  )
  const field = page.querySelector('textarea[name=also_notify]')
  assert.equal(field?.textContent?.trim(), 'a@example.org\nb@example.org')
  assert.equal(field?.getAttribute('aria-invalid'), 'true')
  assert.equal(page.querySelector('label[for=also_notify]')?.textContent, 'Colleagues who also get each lead')
  assert.match(
    aboutOf(page, 'also_notify'),
    /^Wrong\.One address in each line\. .* Default: nobody; at most 10\.$/,
  )
  assert.match(page.querySelector('[role=alert]')?.textContent ?? '', /^Nothing was saved/)
})

test('what was typed and is not saved stays in its field, whose section is open', () => {
  const page = show(
    {},
    { typed: { visitor_mails_per_minute: '77' }, seen: { visitor_mails_per_minute: '4' } },
  )
  const field = page.querySelector('input[name=visitor_mails_per_minute]')
  assert.equal(field?.getAttribute('value'), '77')
  assert.equal(field?.closest('[data-changed]')?.getAttribute('data-changed'), 'true')
  assert.ok(field?.closest('details')?.hasAttribute('open'))
  assert.equal(
    page.querySelector('input[name=seen]')?.getAttribute('value'),
    '{"visitor_mails_per_minute":"4"}',
  )
})
