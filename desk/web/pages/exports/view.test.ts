import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'

const { render } = await buildInterface()

const file = { about: '', count: '1 person', isEmpty: false, leftOut: [], values: {} }

test('of several files one has the button that stands out', () => {
  const page = parseHTML(
    render({
      page: 'exports',
      props: {
        whom: { text: 'Everybody', href: '/leads' },
        files: ['Everything', 'Texting', 'Google Ads'].map((title) => ({ ...file, title })),
        note: '',
      },
      shell: { title: 'Exports', links: [] },
    }),
  ).document
  const looks = [...page.querySelectorAll('main form button')].map(({ className }) =>
    className.split(' ').includes('text-primary-foreground'),
  )
  assert.deepEqual(looks, [true, false, false])
})
