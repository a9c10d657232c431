import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionSignature, staleFields } from './stale-post.ts'

const hidden: [string, string][] = [
  ['$ACTION_REF_1', ''],
  ['$ACTION_1:0', '{"id":"60af","bound":"$@1"}'],
  ['$ACTION_1:1', '[{"status":"idle"}]'],
  ['$ACTION_KEY', 'k1'],
]
const signatures = [actionSignature([]), actionSignature(hidden)]

function post(changes: Record<string, string> = {}): FormData {
  const form = new FormData()
  const fields = { ...Object.fromEntries(hidden), name: 'Ada & co', email: 'ada@example.com', ...changes }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('a post to the action of this build is not stale, whatever state the form is in', () => {
  assert.equal(staleFields(post(), signatures), null)
  assert.equal(staleFields(post({ '$ACTION_1:1': '[{"status":"unavailable"}]' }), signatures), null)
})

test('a post to an unknown action, or with another key, gives the fields that were filled in', () => {
  const changes: Record<string, string>[] = [
    { '$ACTION_1:0': '{"id":"60b0","bound":"$@1"}' },
    { $ACTION_KEY: 'k2' },
  ]
  for (const change of changes) {
    const fields = new URLSearchParams(staleFields(post(change), signatures) ?? '')
    assert.deepEqual(
      [...fields],
      [
        ['name', 'Ada & co'],
        ['email', 'ada@example.com'],
      ],
    )
  }
})

test('a form for no server action is not stale, and a file among the fields is dropped', () => {
  const foreign = new FormData()
  foreign.set('name', 'Ada')
  assert.equal(staleFields(foreign, signatures), null)
  const form = post({ $ACTION_KEY: 'k2' })
  form.set('name', new File(['x'], 'x.txt'))
  assert.equal(staleFields(form, signatures), 'email=ada%40example.com')
})
