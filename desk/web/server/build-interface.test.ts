import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showTexting } from '../pages/texting/show.ts'
import { buildInterface } from './build-interface.ts'

const { pages } = await buildInterface()

test('the views share the modules of the pages, so that an error is of one class', () => {
  assert.equal(pages.texting.show, showTexting)
})

test('each page is in the navigation, or under a page that is', () => {
  const all = Object.values(pages)
  const found = new Set(all.filter(({ icon }) => icon).map(({ path }) => path))
  for (const { name, path, under = path } of all) assert.ok(found.has(under), name)
})
