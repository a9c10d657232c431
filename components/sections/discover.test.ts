import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageCopy } from '../../lib/page-copy.ts'
import type { PageCopy } from '../../site/variants.ts'
import { loadComponent } from '../../tests/kit/load-component.ts'

const draw = await loadComponent<PageCopy['discover']>('sections/discover.tsx', 'Discover')

test('the band at the end opens the form, and leads back to the video once it is unlocked', () => {
  const page = draw(pageCopy(undefined, []).discover)
  assert.equal(page.querySelector('button')?.getAttribute('commandfor'), 'lead-dialog')
  assert.equal(page.querySelector('a')?.getAttribute('href'), '#video')
})
