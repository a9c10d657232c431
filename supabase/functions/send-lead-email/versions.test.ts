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
