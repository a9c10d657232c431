import assert from 'node:assert/strict'
import { env } from 'node:process'
import { test } from 'node:test'
import '../server/resolve-as-next.ts'

env.SUPABASE_URL = 'https://abc.supabase.co'
env.SUPABASE_SECRET_KEY = 'sb_secret_of_this_server'
const { leadContext } = await import('./lead-context.ts')

const referrerOf = (referrer: string, headers: Record<string, string>) => {
  const form = new FormData()
  form.set('referrer', referrer)
  return leadContext(new Headers(headers), form).referrer
}

test('a page of this site is not kept as the referrer, because its address may hold a token', () => {
  const link = `https://training.example/confirm/${crypto.randomUUID()}/ask`
  assert.equal(referrerOf(link, { host: 'training.example' }), '')
  const proxied = { host: '10.0.0.1:3000', 'x-forwarded-host': 'training.example' }
  assert.equal(referrerOf(link, proxied), '')
  assert.equal(referrerOf('https://search.example/', proxied), 'https://search.example/')
})
