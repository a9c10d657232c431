import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../../tests/kit/resolve-as-next.ts'

const { encodeFields, postedFields } = await import('./posted-fields.ts')

/** Encodes a form with these fields, decodes it again, and returns the decoded form. */
function carried(fields: Record<string, string | Blob>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const encoded = encodeFields(form)
  // A header may contain only these characters.
  assert.match(encoded, /^[\x21-\x7e]*$/)
  return Object.fromEntries(postedFields(encoded))
}

test('the fields of the form come back as they were, and no others', () => {
  const fields = { name: 'Zoë & "山"', email: 'a+b@example.com', consent: 'on', variant: 'b', topic: '=' }
  assert.deepEqual(carried({ ...fields, $ACTION_KEY: 'k1', x: '1', phone: new Blob(['1']) }), fields)
})

test('a field that is too long stays too long', () => {
  const { name = '', email } = carried({ name: '山'.repeat(60_000), email: 'ada@example.com' })
  assert.ok(`${name}`.length > 500 && `${name}`.length < 2_000)
  assert.equal(email, 'ada@example.com')
})
