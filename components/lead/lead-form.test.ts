import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SubmitLeadState } from '../../lib/lead/submit-lead-state.ts'
import { loadComponent } from '../../tests/kit/load-component.ts'

type Props = { state: SubmitLeadState; onUnlock: () => void; children: null }

const draw = await loadComponent<Props>('lead/lead-form.tsx', 'LeadForm')

const actionOf = (state: SubmitLeadState) =>
  draw({ state, onUnlock: () => {}, children: null })
    .querySelector('form')
    ?.getAttribute('action')

test('without scripts, the form behind a link that opens no video is posted to the page, and not to the link', () => {
  assert.equal(actionOf({ status: 'unknownLink' }), '/')
  assert.equal(actionOf({ status: 'idle' }), null)
})
