import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import test from 'node:test'

/**
 * What each room may import besides itself. `root` has the files that Next.js expects there. The product knows nothing
 * of what runs it locally and of what proves it. `tests` and `e2e` may import everything.
 */
const arrows: Record<string, string[]> = {
  root: ['build', 'components', 'lib', 'site'],
  site: [],
  app: ['components', 'lib', 'site', 'supabase/functions'],
  components: ['lib', 'site', 'supabase/functions'],
  lib: ['site', 'supabase/functions'],
  'supabase/functions': ['site'],
  supabase: ['build'],
  build: ['lib', 'site', 'supabase/functions'],
  desk: ['machine', 'build', 'components', 'lib', 'site', 'supabase/functions'],
  local: ['machine', 'build', 'lib', 'site', 'supabase/functions'],
  machine: ['supabase/functions'],
}

const root = new URL('../../', import.meta.url)
const statement = /(?:\bfrom|\bimport|\bimport\()\s*'((?:@\/|\.{1,2}\/)[^']+)'/g

const roomOf = (path: string) => /^(?:supabase\/functions|[^/]+)(?=\/)/.exec(path)?.[0] ?? 'root'

/** Returns what each file imports, by its path from the root. */
function findImports(): [from: string, to: string][] {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.js', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .trim()
    .split('\n')
    .flatMap((file) =>
      [...readFileSync(new URL(file, root), 'utf8').matchAll(statement)].map(([, target = '']) => [
        file,
        target.startsWith('@/') ? target.slice(2) : posix.join(posix.dirname(file), target),
      ]),
    )
}

const mayImport = (from: string, to: string) =>
  /\.test\./.test(from) ||
  (!/\.test\b/.test(to) &&
    (roomOf(from) === roomOf(to) || arrows[roomOf(from)]?.includes(roomOf(to)) !== false))

test('imports follow the arrows', () => {
  const imports = findImports()
  assert.ok(imports.length > 1000)
  assert.deepEqual(
    imports.filter(([from, to]) => !mayImport(from, to)).map(([from, to]) => `${from} imports ${to}`),
    [],
  )
})
