import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import test from 'node:test'

const schemas = new URL('../../supabase/schemas/', import.meta.url)

const files = readdirSync(schemas)
  .sort()
  .map((name) => ({
    name,
    sql: readFileSync(new URL(name, schemas), 'utf8').replace(/--.*$/gm, ''),
  }))

const definition = /^create (?:function|table|view|type|domain) ((?:private|public|desk|backup)\.\w+)/gm

/** The file that creates each table, view, type and function. */
const homes = new Map(
  files.flatMap(({ name, sql }) =>
    [...sql.matchAll(definition)].map(([, created]) => [created, name] as const),
  ),
)

/** Returns each use of something that only a later file creates, as `file: name (its file)`. */
const earlyUses = () =>
  files.flatMap(({ name, sql }) => {
    const used = new Set([...sql.matchAll(/\b(?:private|public|desk|backup)\.\w+/g)].map(([use]) => use))
    return [...used]
      .filter((use) => (homes.get(use) ?? '') > name)
      .map((use) => `${name}: ${use} (${homes.get(use)})`)
  })

test('each file of supabase/schemas uses only what the files before it create', () => {
  assert.ok(homes.size > 150)
  assert.deepEqual(earlyUses(), [])
})
