import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceDigest } from '../../supabase/functions/send-lead-email/source-digest.ts'
import { digestSources } from '../../supabase/write-digest.ts'

test('the function carries the digest of its sources; after a change `npm run format` writes it anew', () => {
  assert.equal(sourceDigest, digestSources())
})
