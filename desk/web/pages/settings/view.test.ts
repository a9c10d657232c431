import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'
import type { SettingsProps } from './view.tsx'

const { render } = await buildInterface()

const setting = {
  name: 'limit',
  label: 'Limit',
  about: 'A limit.',
  shape: 'value' as const,
  value: '5',
  usual: 'Default: 3.',
}

/** Renders the page with this setting. */
const show = (changes: Partial<SettingsProps['sections'][number]['settings'][number]>) =>
  parseHTML(
    render({
      page: 'settings',
      props: {
        seen: '{}',
        sections: [{ id: 'limits', title: 'Limits', settings: [{ ...setting, ...changes }] }],
      },
      shell: { title: 'Settings', links: [] },
    }),
  ).document

test('a value stands in a field with its label, meaning and default', () => {
  const page = show({})
  const field = page.querySelector('input[name=limit]')
  assert.equal(field?.getAttribute('value'), '5')
  assert.equal(page.querySelector('label[for=limit]')?.textContent, 'Limit')
  assert.equal(
    page.getElementById(field?.getAttribute('aria-describedby') ?? '')?.textContent,
    'A limit. Default: 3.',
  )
})

test('a switch that is off is sent, too', () => {
  const inputs = (value: string) =>
    [...show({ shape: 'switch', value }).querySelectorAll('input[name=limit]')].map((input) =>
      [input.getAttribute('type'), input.getAttribute('value'), input.hasAttribute('checked')].join(),
    )
  assert.deepEqual(inputs('true'), ['hidden,false,false', 'checkbox,true,true'])
  assert.deepEqual(inputs('false'), ['hidden,false,false', 'checkbox,true,false'])
})

test('a list stands in a field of several lines, with its label, meaning and fault', () => {
  const page = show({ shape: 'list', value: 'a@example.org\nb@example.org', fault: 'Wrong.' })
  const field = page.querySelector('textarea[name=limit]')
  assert.equal(field?.textContent?.trim(), 'a@example.org\nb@example.org')
  assert.equal(field?.getAttribute('aria-invalid'), 'true')
  assert.equal(page.querySelector('label[for=limit]')?.textContent, 'Limit')
  assert.equal(
    page.getElementById(field?.getAttribute('aria-describedby') ?? '')?.textContent,
    'Wrong.A limit. Default: 3.',
  )
})
