import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ports } from '../../machine/ports.ts'
import { settingNames } from '../../supabase/functions/send-lead-email/settings.ts'
import { read } from './documents.ts'

const example = new Map(
  [...read('.env.example').matchAll(/^#(\w+)=(.*)$/gm)].map(([, name = '', value]) => [name, value]),
)
const schema = [...read('lib/env-schema.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)
const ofTheMachine = ['LOCAL_DATA_DIR', 'DESK_KEY', 'DATABASE_URL', 'PGSSLROOTCERT']
/** Variables that are set by Vercel or Supabase. */
const ofTheHost = /^(?:VERCEL|DENO_|SB_)/

test('.env.example explains every variable that an operator can set', () => {
  const names = [
    ...schema,
    ...settingNames,
    ...ofTheMachine,
    ...Object.values(ports).map(({ variable }) => variable),
  ]
  assert.ok(schema.includes('SITE_URL'))
  for (const name of names.filter((name) => !ofTheHost.test(name))) assert.ok(example.has(name), name)
})

test('.env.example gives the default of every port', () => {
  for (const { variable, port } of Object.values(ports)) assert.equal(example.get(variable), String(port))
})

test('every variable that a document sets or names in capitals is in .env.example', () => {
  for (const file of ['README.md', 'docs/deploy.md', 'docs/hosting.md', 'docs/operate.md'])
    for (const [, name = ''] of read(file).matchAll(/(?:`|^)([A-Z][A-Z_]*_[A-Z_]*)(?:`|=)/gm))
      assert.ok(example.has(name), `${file} names ${name}`)
})
