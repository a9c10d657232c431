import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

test('the function’s deno.json has the same versions as package.json', () => {
  const { imports } = read('./deno.json') as { imports: Record<string, string> }
  const { dependencies } = read('../../../package.json') as { dependencies: Record<string, string> }
  for (const [specifier, target] of Object.entries(imports)) {
    const [, name = '', version, path = ''] = /^npm:((?:@[^/]+\/)?[^@]+)@([^/]+)(.*)$/.exec(target) ?? []
    assert.equal(version, dependencies[name], specifier)
    assert.equal(`${name}${path}`, specifier)
  }
})

test('the function’s deno.lock pins what package-lock.json pins, with the same hashes', () => {
  const { version, npm, specifiers } = read('./deno.lock') as {
    version: string
    npm: Record<string, { integrity: string; dependencies?: string[] }>
    specifiers: Record<string, string>
  }
  const { packages } = read('../../../package-lock.json') as {
    packages: Record<string, { version: string; integrity: string }>
  }
  // Supabase’s bundler reads no newer format.
  assert.equal(version, '4')
  for (const [id, { integrity }] of Object.entries(npm)) {
    const [, name, pinned] = /^(@?[^@]+)@([^_]+)/.exec(id) ?? []
    const entry = packages[`node_modules/${name}`]
    assert.deepEqual([pinned, integrity], [entry?.version, entry?.integrity], id)
  }
  const { imports } = read('./deno.json') as { imports: Record<string, string> }
  const asked = Object.values(imports).map((target) => /^npm:@?[^@]+@[^/]+/.exec(target)?.[0])
  assert.deepEqual(Object.keys(specifiers).sort(), [...new Set(asked)].sort())
})
